package dev.plimsoll.gateway.config.view;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.gateway.config.key.KeyScope;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.key.SecretRule;
import dev.plimsoll.gateway.config.key.StoredKeys;
import dev.plimsoll.policy.setting.SettingType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The JSON Schema of the configuration, for editors. It accepts everything that the check accepts. */
public final class ConfigSchema {

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private ConfigSchema() {}

    /** Returns the schema as JSON. */
    public static String json() {
        ViewBranch schema = new ViewBranch()
                .with("$schema", DIALECT)
                .with("title", "Plimsoll configuration")
                .with("description", "plimsoll.yaml; see docs/reference/configuration.md");
        objectSchema(ConfigKeys.root(), "").values().forEach(schema::with);
        schema.with(
                "$defs",
                new ViewBranch()
                        .with("server", objectSchema(ConfigKeys.serverScope(), ""))
                        .with("policy", objectSchema(ConfigKeys.root(), "policy"))
                        .with("rule", ruleSchema())
                        .with("profile", objectSchema(ConfigKeys.profileScope(), "")));
        return IndentedJson.toJson(schema);
    }

    private static ViewBranch objectSchema(KeyScope keyScope, String section) {
        ViewBranch properties = new ViewBranch();
        Set<String> names = keyScope.findSection(section);
        for (String name : names == null ? Set.<String>of() : names) {
            String path = section.isEmpty() ? name : section + "." + name;
            ConfigKey configKey = keyScope.findKey(path);
            properties.with(name, configKey != null ? propertySchema(configKey) : sectionSchema(keyScope, path));
        }
        return nullableObject().with("properties", properties).with("additionalProperties", ViewLeaf.bare(false));
    }

    /** Returns the schema of a tool rule: the policy keys and the rollout keys. */
    private static ViewBranch ruleSchema() {
        ViewBranch properties = new ViewBranch();
        Set<String> policyNames = ConfigKeys.root().findSection("policy");
        Set<String> names = ConfigKeys.policyScope().findSection("");
        for (String name : names == null ? Set.<String>of() : names) {
            boolean isInPolicy = policyNames != null && policyNames.contains(name);
            properties.with(
                    name,
                    isInPolicy
                            ? referenceTo("policy/properties/" + name)
                            : sectionSchema(ConfigKeys.policyScope(), name));
        }
        return nullableObject().with("properties", properties).with("additionalProperties", ViewLeaf.bare(false));
    }

    private static ViewBranch nullableObject() {
        return new ViewBranch().with("type", textLeaves("object", "null"));
    }

    private static ViewBranch sectionSchema(KeyScope keyScope, String path) {
        if (path.equals(ConfigKeys.PROGRAMS)) {
            ConfigKey mode = Objects.requireNonNull(keyScope.findKey(path + ".mode"));
            return new ViewBranch().with("anyOf", List.of(valueSchema(mode), objectSchema(keyScope, path)));
        }
        return path.equals("policy") ? referenceTo("policy") : objectSchema(keyScope, path);
    }

    private static ViewBranch referenceTo(String name) {
        return new ViewBranch().with("$ref", "#/$defs/" + name);
    }

    private static ViewBranch propertySchema(ConfigKey configKey) {
        ViewBranch property = valueSchema(configKey);
        property.with("description", configKey.description());
        String defaultText = configKey.defaultText();
        if (configKey.shape() instanceof KeyShape.One one && defaultText != null) {
            property.with("default", defaultLeaf(one.settingType(), defaultText));
        }
        return property;
    }

    private static ViewLeaf defaultLeaf(SettingType<?> settingType, String text) {
        boolean isBare = settingType.kind() == SettingType.Kind.FLAG || settingType.kind() == SettingType.Kind.WHOLE;
        return isBare && !text.equals("none") ? ViewLeaf.bare(text) : ViewLeaf.text(text);
    }

    private static ViewBranch valueSchema(ConfigKey configKey) {
        KeyShape keyShape = configKey.shape();
        if (keyShape instanceof KeyShape.One one) {
            return singleValueSchema(configKey, one.settingType());
        }
        if (keyShape instanceof KeyShape.Many) {
            return listSchema(new ViewBranch().with("type", scalarTypes()));
        }
        if (keyShape instanceof KeyShape.Command) {
            return new ViewBranch()
                    .with("type", textLeaves("string", "array", "null"))
                    .with("items", new ViewBranch().with("type", scalarTypes()))
                    .with("minItems", ViewLeaf.bare(1));
        }
        if (keyShape instanceof KeyShape.TextMap) {
            return nullableObject().with("additionalProperties", new ViewBranch().with("type", scalarOrNullTypes()));
        }
        if (keyShape instanceof KeyShape.Rows rows) {
            return listSchema(objectSchema(rows.scope(), ""));
        }
        if (keyShape instanceof KeyShape.Table table) {
            return nullableObject()
                    .with(
                            "propertyNames",
                            new ViewBranch().with("pattern", table.nameRule().pattern()))
                    .with("additionalProperties", entrySchema(table.scope()));
        }
        throw new IllegalStateException("no schema for " + keyShape);
    }

    /** Returns the schema of the entries of a table. */
    private static ViewBranch entrySchema(KeyScope keyScope) {
        if (keyScope == ConfigKeys.serverScope()) {
            return referenceTo("server");
        }
        if (keyScope == ConfigKeys.profileScope()) {
            return referenceTo("profile");
        }
        if (namesInScope(ConfigKeys.policyScope()).containsAll(namesInScope(keyScope))) {
            return referenceTo("rule");
        }
        ViewBranch entry = objectSchema(keyScope, "");
        return StoredKeys.findTextKey(keyScope) == null
                ? entry
                : new ViewBranch().with("anyOf", List.of(new ViewBranch().with("type", "string"), entry));
    }

    private static Set<String> namesInScope(KeyScope keyScope) {
        Set<String> names = keyScope.findSection("");
        return names == null ? Set.of() : names;
    }

    private static ViewBranch listSchema(ViewBranch items) {
        return new ViewBranch().with("type", textLeaves("array", "null")).with("items", items);
    }

    private static ViewBranch singleValueSchema(ConfigKey configKey, SettingType<?> settingType) {
        return switch (settingType.kind()) {
            case FLAG -> new ViewBranch().with("type", textLeaves("boolean", "null"));
            case WHOLE -> wholeNumberSchema(configKey, settingType);
            case CHOICE -> choiceSchema(settingType);
            case NAMES ->
                new ViewBranch()
                        .with("type", textLeaves("array", "string", "null"))
                        .with("items", new ViewBranch().with("type", scalarTypes()));
            case DECIMAL -> new ViewBranch().with("type", textLeaves("number", "null"));
            case BYTES -> new ViewBranch().with("type", textLeaves("string", "integer", "null"));
            case SHARE -> new ViewBranch().with("type", textLeaves("string", "number", "null"));
            case TIME -> new ViewBranch().with("type", textLeaves("string", "integer", "null"));
            case TEXT -> textSchema(configKey);
        };
    }

    private static ViewBranch wholeNumberSchema(ConfigKey configKey, SettingType<?> settingType) {
        boolean allowsWord = settingType.allowed().contains("none")
                || (configKey.unsetWord() != null && !configKey.unsetWord().equals("null"));
        return new ViewBranch()
                .with("type", allowsWord ? textLeaves("integer", "string", "null") : textLeaves("integer", "null"));
    }

    private static ViewBranch choiceSchema(SettingType<?> settingType) {
        List<Object> words = new ArrayList<>();
        settingType.choices().forEach(word -> words.add(ViewLeaf.text(word)));
        // YAML reads these words as booleans unless they are quoted, so both forms are allowed
        for (boolean flag : new boolean[] {false, true}) {
            if (settingType.choices().contains(Boolean.toString(flag))) {
                words.add(ViewLeaf.bare(flag));
            }
        }
        words.add(ViewLeaf.NULL);
        return new ViewBranch().with("enum", words);
    }

    private static ViewBranch textSchema(ConfigKey configKey) {
        ViewBranch text = new ViewBranch()
                .with(
                        "type",
                        configKey.secretRule() == SecretRule.SECRET
                                ? textLeaves("string", "null")
                                : scalarOrNullTypes());
        return configKey.secretRule() == SecretRule.SECRET ? text.with("pattern", "^(\\$\\{[^}]+\\})+$") : text;
    }

    private static List<ViewLeaf> scalarTypes() {
        return textLeaves("string", "number", "boolean");
    }

    private static List<ViewLeaf> scalarOrNullTypes() {
        return textLeaves("string", "number", "boolean", "null");
    }

    private static List<ViewLeaf> textLeaves(String... texts) {
        return List.of(texts).stream().map(ViewLeaf::text).toList();
    }
}
