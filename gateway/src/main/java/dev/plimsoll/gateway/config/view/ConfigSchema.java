package dev.plimsoll.gateway.config.view;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.gateway.config.key.KeyScope;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.key.SecretRule;
import dev.plimsoll.policy.SettingType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The JSON Schema of the configuration, for editors. It accepts everything that the check accepts. */
public final class ConfigSchema {

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private ConfigSchema() {}

    public static String json() {
        ViewBranch schema = new ViewBranch()
                .with("$schema", DIALECT)
                .with("title", "Plimsoll configuration")
                .with("description", "plimsoll.yaml; see docs/reference/configuration.md");
        object(ConfigKeys.root(), "").values().forEach(schema::with);
        schema.with(
                "$defs",
                new ViewBranch()
                        .with("server", object(ConfigKeys.ofServer(), ""))
                        .with("policy", object(ConfigKeys.root(), "policy"))
                        .with("rule", rule())
                        .with("profile", object(ConfigKeys.ofProfile(), "")));
        return JsonWriter.written(schema);
    }

    private static ViewBranch object(KeyScope keyScope, String section) {
        ViewBranch properties = new ViewBranch();
        Set<String> names = keyScope.section(section);
        for (String name : names == null ? Set.<String>of() : names) {
            String path = section.isEmpty() ? name : section + "." + name;
            ConfigKey configKey = keyScope.key(path);
            properties.with(name, configKey != null ? property(configKey) : below(keyScope, path));
        }
        return map().with("properties", properties).with("additionalProperties", ViewLeaf.bare(false));
    }

    /** Returns the schema of a tool rule: the policy keys and the rollout keys. */
    private static ViewBranch rule() {
        ViewBranch properties = new ViewBranch();
        Set<String> common = ConfigKeys.root().section("policy");
        Set<String> names = ConfigKeys.ofPolicy().section("");
        for (String name : names == null ? Set.<String>of() : names) {
            boolean shared = common != null && common.contains(name);
            properties.with(name, shared ? reference("policy/properties/" + name) : below(ConfigKeys.ofPolicy(), name));
        }
        return map().with("properties", properties).with("additionalProperties", ViewLeaf.bare(false));
    }

    private static ViewBranch map() {
        return new ViewBranch().with("type", texts("object", "null"));
    }

    private static ViewBranch below(KeyScope keyScope, String path) {
        return path.equals("policy") ? reference("policy") : object(keyScope, path);
    }

    private static ViewBranch reference(String name) {
        return new ViewBranch().with("$ref", "#/$defs/" + name);
    }

    private static ViewBranch property(ConfigKey configKey) {
        ViewBranch property = value(configKey);
        property.with("description", configKey.about());
        String unset = configKey.unset();
        if (configKey.shape() instanceof KeyShape.One one && unset != null) {
            property.with("default", bareOrText(one.form(), unset));
        }
        return property;
    }

    private static ViewLeaf bareOrText(SettingType<?> settingType, String text) {
        boolean bare = settingType.kind() == SettingType.Kind.FLAG || settingType.kind() == SettingType.Kind.WHOLE;
        return bare && !text.equals("none") ? ViewLeaf.bare(text) : ViewLeaf.text(text);
    }

    private static ViewBranch value(ConfigKey configKey) {
        KeyShape keyShape = configKey.shape();
        if (keyShape instanceof KeyShape.One one) {
            return one(configKey, one.form());
        }
        if (keyShape instanceof KeyShape.Many) {
            return list(new ViewBranch().with("type", scalars()));
        }
        if (keyShape instanceof KeyShape.Command) {
            return new ViewBranch()
                    .with("type", texts("string", "array", "null"))
                    .with("items", new ViewBranch().with("type", scalars()))
                    .with("minItems", ViewLeaf.bare(1));
        }
        if (keyShape instanceof KeyShape.TextMap) {
            return map().with("additionalProperties", new ViewBranch().with("type", scalarsOrNull()));
        }
        if (keyShape instanceof KeyShape.Rows rows) {
            return list(object(rows.scope(), ""));
        }
        if (keyShape instanceof KeyShape.Table table) {
            return map().with(
                            "propertyNames",
                            new ViewBranch().with("pattern", table.naming().pattern()))
                    .with("additionalProperties", reference(name(table.scope())));
        }
        throw new IllegalStateException("no schema for " + keyShape);
    }

    private static String name(KeyScope keyScope) {
        return keyScope == ConfigKeys.ofServer() ? "server" : keyScope == ConfigKeys.ofProfile() ? "profile" : "rule";
    }

    private static ViewBranch list(ViewBranch items) {
        return new ViewBranch().with("type", texts("array", "null")).with("items", items);
    }

    private static ViewBranch one(ConfigKey configKey, SettingType<?> settingType) {
        return switch (settingType.kind()) {
            case FLAG -> new ViewBranch().with("type", texts("boolean", "null"));
            case WHOLE -> whole(configKey, settingType);
            case CHOICE -> choice(settingType);
            case NAMES ->
                new ViewBranch()
                        .with("type", texts("array", "string", "null"))
                        .with("items", new ViewBranch().with("type", scalars()));
            case DECIMAL -> new ViewBranch().with("type", texts("number", "null"));
            case BYTES -> new ViewBranch().with("type", texts("string", "integer", "null"));
            case SHARE -> new ViewBranch().with("type", texts("string", "number", "null"));
            case TIME -> new ViewBranch().with("type", texts("string", "integer", "null"));
            case TEXT -> text(configKey);
        };
    }

    private static ViewBranch whole(ConfigKey configKey, SettingType<?> settingType) {
        boolean word = settingType.allowed().contains("none")
                || (configKey.open() != null && !configKey.open().equals("null"));
        return new ViewBranch().with("type", word ? texts("integer", "string", "null") : texts("integer", "null"));
    }

    private static ViewBranch choice(SettingType<?> settingType) {
        List<Object> words = new ArrayList<>();
        settingType.choices().forEach(word -> words.add(ViewLeaf.text(word)));
        words.add(ViewLeaf.NULL);
        return new ViewBranch().with("enum", words);
    }

    private static ViewBranch text(ConfigKey configKey) {
        ViewBranch text = new ViewBranch()
                .with("type", configKey.secrecy() == SecretRule.SECRET ? texts("string", "null") : scalarsOrNull());
        return configKey.secrecy() == SecretRule.SECRET ? text.with("pattern", "^(\\$\\{[^}]+\\})+$") : text;
    }

    private static List<ViewLeaf> scalars() {
        return texts("string", "number", "boolean");
    }

    private static List<ViewLeaf> scalarsOrNull() {
        return texts("string", "number", "boolean", "null");
    }

    private static List<ViewLeaf> texts(String... texts) {
        return List.of(texts).stream().map(ViewLeaf::text).toList();
    }
}
