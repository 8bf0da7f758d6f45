package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.gateway.config.key.KeyScope;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.key.StoredKeys;
import dev.plimsoll.gateway.config.source.ConfigNode;
import dev.plimsoll.gateway.config.source.ConfigNode.Field;
import dev.plimsoll.gateway.config.source.ConfigNode.Fields;
import dev.plimsoll.gateway.config.source.ConfigNode.Items;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Checks one source against the keys. Invalid values are reported and left out, so that all other values are checked
 * too. The methods call each other recursively; the depth is limited, because keys and sources are nested to a limited
 * depth.
 */
public final class Checker {

    private static final int MAX_EXAMPLES = 4;

    private final ValueParser valueParser;
    private final ConfigErrors configErrors;

    /** @param allowsPlainSecrets whether secrets may be written as text; true for environment variables */
    public Checker(VariableReferences variableReferences, ConfigErrors configErrors, boolean allowsPlainSecrets) {
        this.valueParser = new ValueParser(variableReferences, configErrors, allowsPlainSecrets);
        this.configErrors = configErrors;
    }

    public ScopeSettings check(KeyScope keyScope, ConfigNode root) {
        return check(keyScope, root, "");
    }

    private ScopeSettings check(KeyScope keyScope, ConfigNode configNode, String scopePath) {
        ScopeSettings scopeSettings = new ScopeSettings(keyScope, configNode.origin());
        int errorsBefore = configErrors.errorCount();
        if (configNode instanceof Fields fields) {
            checkSection(scopeSettings, fields, "", scopePath);
        } else if (!configNode.isNull()) {
            configErrors.addError(scopePath, configNode.origin(), "must be a map with keys, got " + configNode.kind());
        }
        if (configErrors.errorCount() > errorsBefore) {
            scopeSettings.markInvalid();
        }
        return scopeSettings;
    }

    private void checkSection(ScopeSettings scopeSettings, Fields fields, String section, String scopePath) {
        KeyScope keyScope = scopeSettings.scope();
        for (Field field : fields.fields()) {
            String path = section.isEmpty() ? field.name() : section + "." + field.name();
            String displayPath = scopePath.isEmpty() ? path : scopePath + "." + path;
            ConfigKey configKey = field.name().indexOf('.') < 0 ? keyScope.findKey(path) : null;
            if (configKey != null) {
                readValue(scopeSettings, configKey, field.value(), displayPath);
            } else if (field.name().indexOf('.') < 0 && keyScope.findSection(path) != null) {
                checkSubsection(scopeSettings, field, path, scopePath, displayPath);
            } else {
                configErrors.addError(
                        unknownKeyPath(section, scopePath, field),
                        field.origin(),
                        unknownKeyMessage(keyScope, section, field.name()));
            }
        }
    }

    private static String unknownKeyPath(String section, String scopePath, Field field) {
        String parentPath = scopePath.isEmpty() || section.isEmpty() ? scopePath + section : scopePath + "." + section;
        String name = ConfigErrors.toPrintable(field.name());
        return parentPath.isEmpty() ? name : parentPath + "." + name;
    }

    private void checkSubsection(
            ScopeSettings scopeSettings, Field field, String path, String scopePath, String displayPath) {
        if (field.value() instanceof Fields fields) {
            checkSection(scopeSettings, fields, path, scopePath);
        } else if (!field.value().isNull() && path.equals(ConfigKeys.PROGRAMS)) {
            readValue(
                    scopeSettings,
                    Objects.requireNonNull(scopeSettings.scope().findKey(path + ".mode")),
                    field.value(),
                    displayPath);
        } else if (!field.value().isNull()) {
            Set<String> names = scopeSettings.scope().findSection(path);
            configErrors.addError(
                    displayPath,
                    field.value().origin(),
                    "must be a map with keys such as " + examples(names == null ? Set.of() : names) + ", got "
                            + field.value().kind());
        }
    }

    private static String examples(Set<String> names) {
        List<String> firstNames = names.stream().limit(MAX_EXAMPLES).toList();
        return String.join(", ", firstNames) + (names.size() > MAX_EXAMPLES ? ", …" : "");
    }

    private static String unknownKeyMessage(KeyScope keyScope, String section, String name) {
        Set<String> sectionNames = keyScope.findSection(section);
        Set<String> names = sectionNames == null ? Set.of() : sectionNames;
        String nearest = Suggestion.findNearest(name, names);
        if (nearest != null) {
            return "there is no such key; did you mean " + nearest + "?";
        }
        int dot = name.indexOf('.');
        if (dot > 0 && (keyScope.findKey(name) != null || names.contains(name.substring(0, dot)))) {
            return "there is no such key; sections are maps: " + name.substring(0, dot) + ": { … }";
        }
        String suffixMatch = Suggestion.findSuffix(name, names);
        if (suffixMatch != null) {
            return "there is no such key; did you mean " + suffixMatch + "?";
        }
        List<String> pathsInOtherSections = new ArrayList<>();
        for (ConfigKey configKey : keyScope.keys()) {
            if (configKey.path().endsWith("." + name)) {
                pathsInOtherSections.add(configKey.path());
            }
        }
        return pathsInOtherSections.isEmpty()
                ? "there is no such key; there are " + String.join(", ", names)
                : "there is no such key; did you mean " + String.join(" or ", pathsInOtherSections) + "?";
    }

    private void readValue(
            ScopeSettings scopeSettings, ConfigKey configKey, ConfigNode configNode, String displayPath) {
        if (configKey.shape() instanceof KeyShape.Table table) {
            readTable(scopeSettings, configKey, table, configNode, displayPath);
        } else if (configNode.isNull()) {
            Setting setting = configKey.shape() instanceof KeyShape.One one
                    ? valueParser.readNull(one.settingType(), configNode)
                    : new Setting(null, null, configNode.origin(), "");
            scopeSettings.put(configKey.path(), setting);
        } else {
            Setting setting = configKey.shape() instanceof KeyShape.Rows rows
                    ? readRows(rows, configNode, displayPath)
                    : valueParser.read(configKey, configNode, displayPath);
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
            String displayPath) {
        if (configNode.isNull()) {
            return;
        }
        if (!(configNode instanceof Fields fields)) {
            configErrors.addError(
                    displayPath, configNode.origin(), "must be " + configKey.allowed() + ", got " + configNode.kind());
            return;
        }
        for (Field field : fields.fields()) {
            String name = field.name();
            if (!table.nameRule().allows(name)) {
                configErrors.addError(
                        displayPath,
                        field.origin(),
                        "names must be " + table.nameRule().description() + ", got " + ConfigErrors.toPrintable(name));
            } else {
                boolean isPlainName = name.chars().allMatch(c -> c == '-' || c == '_' || Character.isLetterOrDigit(c));
                String scopePath =
                        displayPath + (isPlainName ? "." + name : ".\"" + ConfigErrors.toPrintable(name) + "\"");
                scopeSettings.put(
                        configKey.path(), name, check(table.scope(), toEntryNode(table.scope(), field), scopePath));
            }
        }
    }

    /**
     * Returns the entry of a table. If the table has a text key, an entry that is only a text becomes a map: for a
     * stored query, {@code NAME: TEXT} is short for {@code NAME: {query: TEXT}}.
     */
    private static ConfigNode toEntryNode(KeyScope keyScope, Field field) {
        String textKey = StoredKeys.findTextKey(keyScope);
        boolean isText = textKey != null && field.value() instanceof ConfigNode.Text text && !text.isNull();
        return textKey == null || !isText
                ? field.value()
                : new Fields(
                        List.of(new Field(textKey, field.value().origin(), field.value())),
                        field.value().origin());
    }

    private Setting readRows(KeyShape.Rows rows, ConfigNode configNode, String displayPath) {
        List<ScopeSettings> rowSettings = new ArrayList<>();
        if (configNode instanceof Items items) {
            for (ConfigNode item : items.items()) {
                rowSettings.add(check(rows.scope(), item, displayPath + "[" + rowSettings.size() + "]"));
            }
        } else {
            configErrors.addError(
                    displayPath, configNode.origin(), "must be " + rows.allowed() + ", got " + configNode.kind());
        }
        return new Setting(List.copyOf(rowSettings), rowSettings, configNode.origin(), "");
    }
}
