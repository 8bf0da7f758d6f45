package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.Key;
import dev.plimsoll.gateway.config.key.Scope;
import dev.plimsoll.gateway.config.key.Shape;
import dev.plimsoll.gateway.config.source.Node;
import dev.plimsoll.gateway.config.source.Node.Field;
import dev.plimsoll.gateway.config.source.Node.Fields;
import dev.plimsoll.gateway.config.source.Node.Items;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks one source against the keys. What is wrong is a fault and left out, so that the rest is checked as well. Recursion
 * is as deep as the keys are, and sources are nested within bounds.
 */
public final class Checker {

    private static final int SOME = 4;

    private final Values values;
    private final Faults faults;

    /**
     * @param secretsMayBeWritten in the environment they may: it is where they belong
     */
    public Checker(References references, Faults faults, boolean secretsMayBeWritten) {
        this.values = new Values(references, faults, secretsMayBeWritten);
        this.faults = faults;
    }

    public Settings check(Scope scope, Node root) {
        return check(scope, root, "");
    }

    private Settings check(Scope scope, Node node, String place) {
        Settings settings = new Settings(scope, node.origin());
        int before = faults.count();
        if (node instanceof Fields fields) {
            section(settings, fields, "", place);
        } else if (!node.isNull()) {
            faults.wrong(place, node.origin(), "must be a map with keys, got " + node.kind());
        }
        if (faults.count() > before) {
            settings.markBroken();
        }
        return settings;
    }

    private void section(Settings settings, Fields fields, String section, String place) {
        Scope scope = settings.scope();
        for (Field field : fields.fields()) {
            String path = section.isEmpty() ? field.name() : section + "." + field.name();
            String shown = place.isEmpty() ? path : place + "." + path;
            Key key = field.name().indexOf('.') < 0 ? scope.key(path) : null;
            if (key != null) {
                value(settings, key, field.value(), shown);
            } else if (field.name().indexOf('.') < 0 && scope.section(path) != null) {
                below(settings, field, path, place, shown);
            } else {
                faults.wrong(quotedPath(section, place, field), field.origin(), unknown(scope, section, field.name()));
            }
        }
    }

    private static String quotedPath(String section, String place, Field field) {
        String above = place.isEmpty() || section.isEmpty() ? place + section : place + "." + section;
        String name = Faults.quoted(field.name());
        return above.isEmpty() ? name : above + "." + name;
    }

    private void below(Settings settings, Field field, String path, String place, String shown) {
        if (field.value() instanceof Fields fields) {
            section(settings, fields, path, place);
        } else if (!field.value().isNull()) {
            Set<String> names = settings.scope().section(path);
            faults.wrong(
                    shown,
                    field.value().origin(),
                    "must be a map with keys such as " + some(names == null ? Set.of() : names) + ", got "
                            + field.value().kind());
        }
    }

    private static String some(Set<String> names) {
        List<String> first = names.stream().limit(SOME).toList();
        return String.join(", ", first) + (names.size() > SOME ? ", …" : "");
    }

    private static String unknown(Scope scope, String section, String name) {
        Set<String> here = scope.section(section);
        Set<String> names = here == null ? Set.of() : here;
        String near = Suggestion.nearest(name, names);
        if (near != null) {
            return "there is no such key; did you mean " + near + "?";
        }
        int dot = name.indexOf('.');
        if (dot > 0 && (scope.key(name) != null || names.contains(name.substring(0, dot)))) {
            return "there is no such key; sections are maps: " + name.substring(0, dot) + ": { … }";
        }
        String within = Suggestion.within(name, names);
        if (within != null) {
            return "there is no such key; did you mean " + within + "?";
        }
        List<String> elsewhere = new ArrayList<>();
        for (Key key : scope.keys()) {
            if (key.path().endsWith("." + name)) {
                elsewhere.add(key.path());
            }
        }
        return elsewhere.isEmpty()
                ? "there is no such key; there are " + String.join(", ", names)
                : "there is no such key; did you mean " + String.join(" or ", elsewhere) + "?";
    }

    private void value(Settings settings, Key key, Node node, String shown) {
        if (key.shape() instanceof Shape.Table table) {
            table(settings, key, table, node, shown);
        } else if (node.isNull()) {
            settings.put(key.path(), new Setting(null, null, node.origin(), ""));
        } else {
            Setting setting =
                    key.shape() instanceof Shape.Rows rows ? rows(rows, node, shown) : values.read(key, node, shown);
            if (setting != null) {
                settings.put(key.path(), setting);
            }
        }
    }

    private void table(Settings settings, Key key, Shape.Table table, Node node, String shown) {
        if (node.isNull()) {
            return;
        }
        if (!(node instanceof Fields fields)) {
            faults.wrong(shown, node.origin(), "must be " + key.allowed() + ", got " + node.kind());
            return;
        }
        for (Field field : fields.fields()) {
            String name = field.name();
            if (!table.naming().allows(name)) {
                faults.wrong(
                        shown, field.origin(), "must have " + table.naming().rule() + ", got " + Faults.quoted(name));
            } else {
                boolean bare = name.chars().allMatch(c -> c == '-' || c == '_' || Character.isLetterOrDigit(c));
                String place = shown + (bare ? "." + name : ".\"" + Faults.quoted(name) + "\"");
                settings.put(key.path(), name, check(table.scope(), field.value(), place));
            }
        }
    }

    private Setting rows(Shape.Rows rows, Node node, String shown) {
        List<Settings> list = new ArrayList<>();
        if (node instanceof Items items) {
            for (Node item : items.items()) {
                list.add(check(rows.scope(), item, shown + "[" + list.size() + "]"));
            }
        } else {
            faults.wrong(shown, node.origin(), "must be " + rows.allowed() + ", got " + node.kind());
        }
        return new Setting(List.copyOf(list), list, node.origin(), "");
    }
}
