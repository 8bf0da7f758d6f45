package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.KeyScope;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.source.ConfigNode;
import dev.plimsoll.gateway.config.source.ConfigNode.Field;
import dev.plimsoll.gateway.config.source.ConfigNode.Fields;
import dev.plimsoll.gateway.config.source.ConfigNode.Items;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks one source against the keys. Invalid values are reported and left out, so that the rest is checked too. The
 * recursion is as deep as the keys are, and the nesting of sources is limited.
 */
public final class Checker {

    private static final int MAX_EXAMPLES = 4;

    private final ValueParser valueParser;
    private final ConfigErrors configErrors;

    /** @param secretsMayBeWritten true for environment variables, which may contain secrets */
    public Checker(VariableReferences variableReferences, ConfigErrors configErrors, boolean secretsMayBeWritten) {
        this.valueParser = new ValueParser(variableReferences, configErrors, secretsMayBeWritten);
        this.configErrors = configErrors;
    }

    public ScopeSettings check(KeyScope keyScope, ConfigNode root) {
        return check(keyScope, root, "");
    }

    private ScopeSettings check(KeyScope keyScope, ConfigNode configNode, String place) {
        ScopeSettings scopeSettings = new ScopeSettings(keyScope, configNode.origin());
        int before = configErrors.errorCount();
        if (configNode instanceof Fields fields) {
            checkSection(scopeSettings, fields, "", place);
        } else if (!configNode.isNull()) {
            configErrors.addError(place, configNode.origin(), "must be a map with keys, got " + configNode.kind());
        }
        if (configErrors.errorCount() > before) {
            scopeSettings.markBroken();
        }
        return scopeSettings;
    }

    private void checkSection(ScopeSettings scopeSettings, Fields fields, String section, String place) {
        KeyScope keyScope = scopeSettings.scope();
        for (Field field : fields.fields()) {
            String path = section.isEmpty() ? field.name() : section + "." + field.name();
            String shown = place.isEmpty() ? path : place + "." + path;
            ConfigKey configKey = field.name().indexOf('.') < 0 ? keyScope.key(path) : null;
            if (configKey != null) {
                readValue(scopeSettings, configKey, field.value(), shown);
            } else if (field.name().indexOf('.') < 0 && keyScope.section(path) != null) {
                checkSubsection(scopeSettings, field, path, place, shown);
            } else {
                configErrors.addError(
                        quotedPath(section, place, field),
                        field.origin(),
                        unknownKeyMessage(keyScope, section, field.name()));
            }
        }
    }

    private static String quotedPath(String section, String place, Field field) {
        String above = place.isEmpty() || section.isEmpty() ? place + section : place + "." + section;
        String name = ConfigErrors.quote(field.name());
        return above.isEmpty() ? name : above + "." + name;
    }

    private void checkSubsection(ScopeSettings scopeSettings, Field field, String path, String place, String shown) {
        if (field.value() instanceof Fields fields) {
            checkSection(scopeSettings, fields, path, place);
        } else if (!field.value().isNull()) {
            Set<String> names = scopeSettings.scope().section(path);
            configErrors.addError(
                    shown,
                    field.value().origin(),
                    "must be a map with keys such as " + examples(names == null ? Set.of() : names) + ", got "
                            + field.value().kind());
        }
    }

    private static String examples(Set<String> names) {
        List<String> first = names.stream().limit(MAX_EXAMPLES).toList();
        return String.join(", ", first) + (names.size() > MAX_EXAMPLES ? ", …" : "");
    }

    private static String unknownKeyMessage(KeyScope keyScope, String section, String name) {
        Set<String> here = keyScope.section(section);
        Set<String> names = here == null ? Set.of() : here;
        String nearest = Suggestion.findNearest(name, names);
        if (nearest != null) {
            return "there is no such key; did you mean " + nearest + "?";
        }
        int dot = name.indexOf('.');
        if (dot > 0 && (keyScope.key(name) != null || names.contains(name.substring(0, dot)))) {
            return "there is no such key; sections are maps: " + name.substring(0, dot) + ": { … }";
        }
        String within = Suggestion.findSuffix(name, names);
        if (within != null) {
            return "there is no such key; did you mean " + within + "?";
        }
        List<String> elsewhere = new ArrayList<>();
        for (ConfigKey configKey : keyScope.keys()) {
            if (configKey.path().endsWith("." + name)) {
                elsewhere.add(configKey.path());
            }
        }
        return elsewhere.isEmpty()
                ? "there is no such key; there are " + String.join(", ", names)
                : "there is no such key; did you mean " + String.join(" or ", elsewhere) + "?";
    }

    private void readValue(ScopeSettings scopeSettings, ConfigKey configKey, ConfigNode configNode, String shown) {
        if (configKey.shape() instanceof KeyShape.Table table) {
            readTable(scopeSettings, configKey, table, configNode, shown);
        } else if (configNode.isNull()) {
            scopeSettings.put(configKey.path(), new Setting(null, null, configNode.origin(), ""));
        } else {
            Setting setting = configKey.shape() instanceof KeyShape.Rows rows
                    ? readRows(rows, configNode, shown)
                    : valueParser.read(configKey, configNode, shown);
            if (setting != null) {
                scopeSettings.put(configKey.path(), setting);
            }
        }
    }

    private void readTable(
            ScopeSettings scopeSettings,
            ConfigKey configKey,
            KeyShape.Table table,
            ConfigNode configNode,
            String shown) {
        if (configNode.isNull()) {
            return;
        }
        if (!(configNode instanceof Fields fields)) {
            configErrors.addError(
                    shown, configNode.origin(), "must be " + configKey.allowed() + ", got " + configNode.kind());
            return;
        }
        for (Field field : fields.fields()) {
            String name = field.name();
            if (!table.nameRule().allows(name)) {
                configErrors.addError(
                        shown,
                        field.origin(),
                        "names must be " + table.nameRule().description() + ", got " + ConfigErrors.quote(name));
            } else {
                boolean bare = name.chars().allMatch(c -> c == '-' || c == '_' || Character.isLetterOrDigit(c));
                String place = shown + (bare ? "." + name : ".\"" + ConfigErrors.quote(name) + "\"");
                scopeSettings.put(configKey.path(), name, check(table.scope(), field.value(), place));
            }
        }
    }

    private Setting readRows(KeyShape.Rows rows, ConfigNode configNode, String shown) {
        List<ScopeSettings> list = new ArrayList<>();
        if (configNode instanceof Items items) {
            for (ConfigNode item : items.items()) {
                list.add(check(rows.scope(), item, shown + "[" + list.size() + "]"));
            }
        } else {
            configErrors.addError(
                    shown, configNode.origin(), "must be " + rows.allowed() + ", got " + configNode.kind());
        }
        return new Setting(List.copyOf(list), list, configNode.origin(), "");
    }
}
