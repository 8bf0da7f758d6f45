package dev.plimsoll.gateway.config.view;

import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.check.PresetSettings;
import dev.plimsoll.gateway.config.check.Setting;
import dev.plimsoll.gateway.config.check.Settings;
import dev.plimsoll.gateway.config.key.Key;
import dev.plimsoll.gateway.config.key.Shape;
import dev.plimsoll.policy.Preset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Everything that is in force, each setting at its own path: what two configurations are compared by. */
public final class Flat {

    /**
     * What is in force at a path.
     *
     * @param exact tells two values apart; may hold a secret
     * @param shown the same as it may be shown
     * @param live whether a process that runs takes a change of it
     */
    public record Value(String exact, String shown, boolean live) {

        @Override
        public String toString() {
            return shown;
        }
    }

    private final Map<String, Value> values = new LinkedHashMap<>();

    private Flat() {}

    /** By path; what is not set stands there with its default, but for what named things leave open. */
    public static Map<String, Value> of(Loaded loaded) {
        Settings settings = loaded.settings() == null ? PresetSettings.of(Preset.BALANCED) : loaded.settings();
        Flat flat = new Flat();
        for (Key key : settings.scope().keys()) {
            flat.add(settings, key);
        }
        flat.values.put("data", plain(loaded.configuration().data().toString(), false));
        return flat.values;
    }

    private void add(Settings settings, Key key) {
        if (!(key.shape() instanceof Shape.Table)) {
            values.put(key.path(), value(settings, key, key.live()));
            return;
        }
        Map<String, Settings> table = settings.table(key.path());
        // of rules the last that matches wins, of profiles the first
        values.put(key.path(), plain(String.join(", ", table.keySet()), key.live()));
        table.forEach((name, below) -> below.values().keySet().forEach(path -> {
            Key inside = below.scope().key(path);
            if (inside != null) {
                boolean live = key.live() || inside.live();
                values.put(key.path() + ".\"" + name + "\"." + path, value(below, inside, live));
            }
        }));
    }

    private static Value plain(String text, boolean live) {
        return new Value(text, text, live);
    }

    private static Value value(Settings settings, Key key, boolean live) {
        Setting set = settings.setting(key.path());
        if (set == null || set.value() == null) {
            String text = key.unset() == null ? key.open() : key.unset();
            String unset = text == null ? "" : text;
            return new Value(normal(settings.find(key.path()), unset), unset, live);
        }
        return new Value(normal(set.value(), ""), shown(set.shown()), live);
    }

    private static String normal(@Nullable Object value, String otherwise) {
        if (value == null) {
            return otherwise;
        }
        return value instanceof List<?> list
                ? list.stream().map(Flat::one).toList().toString()
                : String.valueOf(value);
    }

    private static String one(Object item) {
        return item instanceof Settings row ? row(row, true) : String.valueOf(item);
    }

    private static String shown(@Nullable Object shown) {
        return shown instanceof List<?> list
                ? list.stream()
                        .map(item -> item instanceof Settings row ? row(row, false) : String.valueOf(item))
                        .toList()
                        .toString()
                : String.valueOf(shown);
    }

    private static String row(Settings row, boolean exact) {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        row.values()
                .forEach((path, set) ->
                        text.add(path + ": " + (exact ? normal(set.value(), "null") : shown(set.shown()))));
        return text.toString();
    }
}
