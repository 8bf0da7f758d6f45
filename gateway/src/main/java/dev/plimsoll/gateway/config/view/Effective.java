package dev.plimsoll.gateway.config.view;

import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.check.PresetSettings;
import dev.plimsoll.gateway.config.check.Setting;
import dev.plimsoll.gateway.config.check.Settings;
import dev.plimsoll.gateway.config.key.Key;
import dev.plimsoll.gateway.config.key.Shape;
import dev.plimsoll.policy.Form;
import dev.plimsoll.policy.Preset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configuration in force, secrets masked, with the source of what is no default: as YAML for people, as JSON for
 * programs.
 */
public final class Effective {

    private final Branch root = new Branch();
    private final Branch sources = new Branch();

    public Effective(Loaded loaded) {
        Settings settings = loaded.settings() == null ? PresetSettings.of(Preset.BALANCED) : loaded.settings();
        for (Key key : settings.scope().keys()) {
            show(settings, key, root, "", true);
        }
        root.with("data", Leaf.text(loaded.configuration().data().toString()));
    }

    /** With comments that name the sources. */
    public String yaml() {
        return YamlWriter.written(root);
    }

    /** {@code configuration}, and {@code sources} from paths to places. */
    public String json() {
        return JsonWriter.written(new Branch().with("configuration", root).with("sources", sources));
    }

    private void show(Settings settings, Key key, Branch into, String place, boolean defaults) {
        if (key.shape() instanceof Shape.Table) {
            settings.table(key.path()).forEach((name, below) -> {
                Branch branch = into.below(key.path()).below(name);
                String start = place + key.path() + (simple(name) ? "." + name : ".\"" + name + "\"") + ".";
                below.values().keySet().forEach(path -> show(below, keyOf(below, path), branch, start, false));
            });
            return;
        }
        Setting set = settings.setting(key.path());
        Object value = set != null && set.value() != null ? shown(key, set) : unset(key);
        boolean hidden = set == null ? !defaults || (Leaf.NULL.equals(value) && key.open() == null) : value == null;
        if (hidden) {
            return;
        }
        int dot = key.path().lastIndexOf('.');
        Branch branch = into;
        for (String section :
                dot < 0 ? new String[0] : key.path().substring(0, dot).split("\\.", -1)) {
            branch = branch.below(section);
        }
        String name = key.path().substring(dot + 1);
        branch.with(name, value == null ? Leaf.NULL : value);
        if (set != null && set.value() != null) {
            String source = set.origin().brief() + (set.note().isEmpty() ? "" : ", " + set.note());
            branch.comment(name, source);
            sources.with(place + key.path(), source);
        }
    }

    private static Key keyOf(Settings settings, String path) {
        Key key = settings.scope().key(path);
        if (key == null) {
            throw new IllegalStateException("no key " + path);
        }
        return key;
    }

    private static boolean simple(String name) {
        return name.chars().allMatch(c -> c == '-' || c == '_' || Character.isLetterOrDigit(c));
    }

    private static @Nullable Object unset(Key key) {
        if (key.shape() instanceof Shape.One one) {
            String text = key.unset();
            return text == null ? Leaf.NULL : leaf(one.form(), text);
        }
        return key.shape() instanceof Shape.Many ? List.of() : null;
    }

    private static Object shown(Key key, Setting set) {
        Object shown = set.shown();
        if (shown instanceof List<?> list) {
            List<Object> leaves = new ArrayList<>();
            for (Object one : list) {
                leaves.add(one instanceof Settings row ? row(row) : Leaf.text(String.valueOf(one)));
            }
            return leaves;
        }
        if (shown instanceof Map<?, ?> map) {
            Branch branch = new Branch();
            map.forEach((name, text) -> branch.with(String.valueOf(name), String.valueOf(text)));
            return branch;
        }
        return key.shape() instanceof Shape.One one ? leaf(one.form(), String.valueOf(shown)) : Leaf.NULL;
    }

    private static Branch row(Settings row) {
        Branch branch = new Branch();
        row.values().forEach((path, set) -> {
            if (set.value() != null) {
                branch.with(path, shown(keyOf(row, path), set));
            }
        });
        return branch;
    }

    private static Object leaf(Form<?> form, String text) {
        return switch (form.kind()) {
            case NAMES ->
                text.isEmpty()
                        ? List.of()
                        : List.of(text.split(",", -1)).stream().map(Leaf::text).toList();
            case FLAG, DECIMAL -> Leaf.bare(text);
            case WHOLE -> text.chars().allMatch(c -> c >= '0' && c <= '9') ? Leaf.bare(text) : Leaf.text(text);
            default -> Leaf.text(text);
        };
    }
}
