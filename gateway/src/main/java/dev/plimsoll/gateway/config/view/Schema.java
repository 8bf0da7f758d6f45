package dev.plimsoll.gateway.config.view;

import dev.plimsoll.gateway.config.key.Key;
import dev.plimsoll.gateway.config.key.Keys;
import dev.plimsoll.gateway.config.key.Scope;
import dev.plimsoll.gateway.config.key.Secrecy;
import dev.plimsoll.gateway.config.key.Shape;
import dev.plimsoll.policy.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The JSON Schema of the configuration, for editors: it says no to nothing that the check says yes to. */
public final class Schema {

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private Schema() {}

    public static String json() {
        Branch schema = new Branch()
                .with("$schema", DIALECT)
                .with("title", "Plimsoll configuration")
                .with("description", "plimsoll.yaml; docs/reference/configuration.md has the same in words");
        object(Keys.root(), "").values().forEach(schema::with);
        schema.with(
                "$defs",
                new Branch()
                        .with("server", object(Keys.ofServer(), ""))
                        .with("policy", object(Keys.root(), "policy"))
                        .with("rule", rule())
                        .with("profile", object(Keys.ofProfile(), "")));
        return JsonWriter.written(schema);
    }

    private static Branch object(Scope scope, String section) {
        Branch properties = new Branch();
        Set<String> names = scope.section(section);
        for (String name : names == null ? Set.<String>of() : names) {
            String path = section.isEmpty() ? name : section + "." + name;
            Key key = scope.key(path);
            properties.with(name, key != null ? property(key) : below(scope, path));
        }
        return map().with("properties", properties).with("additionalProperties", Leaf.bare(false));
    }

    /** What a policy has, and how far it is rolled out. */
    private static Branch rule() {
        Branch properties = new Branch();
        Set<String> common = Keys.root().section("policy");
        Set<String> names = Keys.ofPolicy().section("");
        for (String name : names == null ? Set.<String>of() : names) {
            boolean shared = common != null && common.contains(name);
            properties.with(name, shared ? reference("policy/properties/" + name) : below(Keys.ofPolicy(), name));
        }
        return map().with("properties", properties).with("additionalProperties", Leaf.bare(false));
    }

    private static Branch map() {
        return new Branch().with("type", texts("object", "null"));
    }

    private static Branch below(Scope scope, String path) {
        return path.equals("policy") ? reference("policy") : object(scope, path);
    }

    private static Branch reference(String name) {
        return new Branch().with("$ref", "#/$defs/" + name);
    }

    private static Branch property(Key key) {
        Branch property = value(key);
        property.with("description", key.about());
        String unset = key.unset();
        if (key.shape() instanceof Shape.One one && unset != null) {
            property.with("default", bareOrText(one.form(), unset));
        }
        return property;
    }

    private static Leaf bareOrText(Form<?> form, String text) {
        boolean bare = form.kind() == Form.Kind.FLAG || form.kind() == Form.Kind.WHOLE;
        return bare && !text.equals("none") ? Leaf.bare(text) : Leaf.text(text);
    }

    private static Branch value(Key key) {
        Shape shape = key.shape();
        if (shape instanceof Shape.One one) {
            return one(key, one.form());
        }
        if (shape instanceof Shape.Many) {
            return list(new Branch().with("type", scalars()));
        }
        if (shape instanceof Shape.Command) {
            return new Branch()
                    .with("type", texts("string", "array", "null"))
                    .with("items", new Branch().with("type", scalars()))
                    .with("minItems", Leaf.bare(1));
        }
        if (shape instanceof Shape.TextMap) {
            return map().with("additionalProperties", new Branch().with("type", scalarsOrNull()));
        }
        if (shape instanceof Shape.Rows rows) {
            return list(object(rows.scope(), ""));
        }
        if (shape instanceof Shape.Table table) {
            return map().with(
                            "propertyNames",
                            new Branch().with("pattern", table.naming().pattern()))
                    .with("additionalProperties", reference(name(table.scope())));
        }
        throw new IllegalStateException("no schema for " + shape);
    }

    private static String name(Scope scope) {
        return scope == Keys.ofServer() ? "server" : scope == Keys.ofProfile() ? "profile" : "rule";
    }

    private static Branch list(Branch items) {
        return new Branch().with("type", texts("array", "null")).with("items", items);
    }

    private static Branch one(Key key, Form<?> form) {
        return switch (form.kind()) {
            case FLAG -> new Branch().with("type", texts("boolean", "null"));
            case WHOLE -> whole(key, form);
            case CHOICE -> choice(form);
            case NAMES ->
                new Branch()
                        .with("type", texts("array", "string", "null"))
                        .with("items", new Branch().with("type", scalars()));
            case DECIMAL -> new Branch().with("type", texts("number", "null"));
            case BYTES -> new Branch().with("type", texts("string", "integer", "null"));
            case SHARE -> new Branch().with("type", texts("string", "number", "null"));
            case TIME -> new Branch().with("type", texts("string", "integer", "null"));
            case TEXT -> text(key);
        };
    }

    private static Branch whole(Key key, Form<?> form) {
        boolean word = form.allowed().contains("none")
                || (key.open() != null && !key.open().equals("null"));
        return new Branch().with("type", word ? texts("integer", "string", "null") : texts("integer", "null"));
    }

    private static Branch choice(Form<?> form) {
        List<Object> words = new ArrayList<>();
        form.choices().forEach(word -> words.add(Leaf.text(word)));
        words.add(Leaf.NULL);
        return new Branch().with("enum", words);
    }

    private static Branch text(Key key) {
        Branch text =
                new Branch().with("type", key.secrecy() == Secrecy.SECRET ? texts("string", "null") : scalarsOrNull());
        return key.secrecy() == Secrecy.SECRET ? text.with("pattern", "^(\\$\\{[^}]+\\})+$") : text;
    }

    private static List<Leaf> scalars() {
        return texts("string", "number", "boolean");
    }

    private static List<Leaf> scalarsOrNull() {
        return texts("string", "number", "boolean", "null");
    }

    private static List<Leaf> texts(String... texts) {
        return List.of(texts).stream().map(Leaf::text).toList();
    }
}
