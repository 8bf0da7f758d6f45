package dev.plimsoll.schema;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SchemaForm;
import dev.plimsoll.policy.ToolPolicy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds the shaped form to an output schema: {@code {"type":"object","anyOf":[original, shaped form]}}. The original moves one
 * level down, so its internal references are adjusted. A schema that cannot be moved safely is refused.
 */
final class OutputSchemaWidener {

    private static final String ORIGINAL_POINTER = "/anyOf/0";
    private static final String SHAPED = "{\"type\":\"object\",\"description\":\"A part of the result, with a notice on"
            + " how to read more\",\"anyOf\":[{\"required\":[\"notice\"]},{\"required\":[\"_plimsoll\"]}]}";

    /** Schema of a shaped form in a style with its own keys. */
    private static final String LITERAL =
            "{\"type\":\"object\",\"description\":\"A part of the result, and how to read more\"}";

    /** Schema of a shaped form of lists and other values that are not objects. */
    private static final String STRIPPED =
            "{\"description\":\"The result without some members, or a part of it and how to read more\"}";

    /** Keywords whose values are data and are never changed. */
    private static final Set<String> DATA = Set.of("const", "enum", "default", "examples");

    /** Keywords whose values are maps, in which keys are names and not keywords. */
    private static final Set<String> MAPS =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");

    private static final int MAX_DEPTH = 200;

    private boolean movable = true;

    private OutputSchemaWidener() {}

    /** Returns the widened schema, or null if the schema must be omitted. */
    static @Nullable Slice widen(Slice schema, boolean modern, ToolPolicy policy) {
        if (Json.type(schema) != JsonType.OBJECT) {
            return null;
        }
        boolean object = isObject(schema);
        if (!object && !modern) {
            return null;
        }
        OutputSchemaWidener outputSchemaWidener = new OutputSchemaWidener();
        ByteSink moved = new ByteSink(schema.length() + 256);
        outputSchemaWidener.writeObject(schema, moved, hasOwnId(schema), 0, true);
        if (!outputSchemaWidener.movable) {
            return null;
        }
        ByteSink out = new ByteSink(moved.size() + 512).ascii("{");
        Slice dialect = Members.get(schema, "$schema");
        if (dialect != null) {
            out.ascii("\"$schema\":").raw(dialect).ascii(",");
        }
        out.ascii(object ? "\"type\":\"object\"," : "").ascii("\"anyOf\":[").raw(moved.slice());
        return out.ascii(",").ascii(shapedSchema(policy, object)).ascii("]}").slice();
    }

    /**
     * Returns the schema of the shaped form. A result without its stripped members may violate the original schema, and only
     * {@code _meta} says so.
     */
    private static String shapedSchema(ToolPolicy policy, boolean object) {
        if (!policy.policy().get(Policy.STRIP).isEmpty()) {
            return object ? LITERAL : STRIPPED;
        }
        return policy.style().schemaForm() == SchemaForm.OWN_KEYS ? LITERAL : SHAPED;
    }

    private static boolean isObject(Slice schema) {
        Slice type = Members.get(schema, "type");
        return type != null && type.contentEquals(Slice.of("\"object\""));
    }

    /**
     * Writes one schema, or any value inside one. {@code named} is true below an {@code $id}, where references stay unchanged.
     */
    private void writeSchema(Slice value, ByteSink out, boolean named, int depth) {
        JsonType type = Json.type(value);
        if (depth > MAX_DEPTH) {
            movable = false;
        }
        if (!movable || (type != JsonType.OBJECT && type != JsonType.ARRAY)) {
            out.raw(value);
        } else if (type == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            out.ascii("[");
            for (int i = 0; i < items.count(); i++) {
                writeSchema(items.item(i), out.ascii(i == 0 ? "" : ","), named, depth + 1);
            }
            out.ascii("]");
        } else {
            writeObject(value, out, named || hasOwnId(value), depth, false);
        }
    }

    private static boolean hasOwnId(Slice object) {
        Slice id = Members.get(object, "$id");
        return id != null && Json.type(id) == JsonType.STRING;
    }

    private void writeObject(Slice value, ByteSink out, boolean named, int depth, boolean root) {
        out.ascii("{");
        int empty = out.size();
        Members members = Members.of(value);
        while (members.next()) {
            String key = members.keyText();
            if (root && key.equals("$schema")) {
                continue;
            }
            out.ascii(out.size() == empty ? "\"" : ",\"").raw(members.key()).ascii("\":");
            boolean text = Json.type(members.value()) == JsonType.STRING;
            if (text && (key.equals("$dynamicRef") || key.equals("$recursiveRef"))) {
                movable = false;
            }
            if (text && key.equals("$ref")) {
                writeReference(members.value(), out, named);
            } else if (DATA.contains(key)) {
                out.raw(members.value());
            } else if (MAPS.contains(key) && Json.type(members.value()) == JsonType.OBJECT) {
                writeMap(members.value(), out, named, depth + 1);
            } else {
                writeSchema(members.value(), out, named, depth + 1);
            }
        }
        out.ascii("}");
    }

    private void writeMap(Slice value, ByteSink out, boolean named, int depth) {
        out.ascii("{");
        int empty = out.size();
        Members members = Members.of(value);
        while (members.next()) {
            out.ascii(out.size() == empty ? "\"" : ",\"").raw(members.key()).ascii("\":");
            writeSchema(members.value(), out, named, depth);
        }
        out.ascii("}");
    }

    private void writeReference(Slice value, ByteSink out, boolean named) {
        Slice target = Json.stringInside(value);
        if (target.isEmpty() || target.at(0) != '#') {
            movable = false;
            return;
        }
        boolean pointer = target.length() == 1 || target.at(1) == '/';
        if (named || !pointer) {
            out.raw(value);
        } else {
            out.ascii("\"#" + ORIGINAL_POINTER)
                    .raw(target.sub(1, target.length()))
                    .ascii("\"");
        }
    }
}
