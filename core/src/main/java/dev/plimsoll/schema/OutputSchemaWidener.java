package dev.plimsoll.schema;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds the shaped form to an output schema: {@code {"type":"object","anyOf":[original, shaped form]}}. The original moves one
 * level down, so its internal references are adjusted. A schema that cannot be moved safely is refused.
 */
final class OutputSchemaWidener {

    private static final String ORIGINAL_POINTER = "/anyOf/0";

    /**
     * Schema of a shaped form, without a type: the root of the widened schema has it. Short, because a model pays for
     * it with every tool.
     */
    private static final Slice SHAPED = noticeSchema(false);

    /** Schema of a shaped form if the root of the widened schema has no type. */
    private static final Slice SHAPED_OBJECT = noticeSchema(true);

    /** Schema of a shaped form whose header is among the tool's own members, without a type. */
    private static final Slice HEADER_INSIDE = headerInsideSchema(false);

    /** Schema of a shaped form whose header is among the tool's own members, if the root has no type. */
    private static final Slice HEADER_INSIDE_OBJECT = headerInsideSchema(true);

    /** Schema of a shaped form in a style with its own keys, or of an answer from which members were stripped. */
    private static final Slice STYLE_KEYS = new JsonWriter()
            .beginObject()
            .string("type", "object")
            .string("description", "A part of the result, and how to read more")
            .endObject()
            .slice();

    /** Schema of an answer from which members were stripped, if the root of the widened schema has no type. */
    private static final Slice STRIPPED = new JsonWriter()
            .beginObject()
            .string("description", "The result without some members, or a part of it and how to read more")
            .endObject()
            .slice();

    /** Keywords whose values are data and are never changed. */
    private static final Set<String> DATA_KEYWORDS = Set.of("const", "enum", "default", "examples");

    /** Keywords whose values are maps, in which keys are names and not keywords. */
    private static final Set<String> MAP_KEYWORDS =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");

    private static final int MAX_DEPTH = 200;

    /** True if the schema can be moved one level down without a change of meaning. */
    private boolean isMovable = true;

    private OutputSchemaWidener() {}

    /** Returns the widened schema, or null if the schema must be omitted. */
    static @Nullable Slice widen(Slice schema, boolean isModern, ToolPolicy policy) {
        if (Json.type(schema) != JsonType.OBJECT) {
            return null;
        }
        boolean isObject = isObject(schema);
        if (!isObject && !isModern) {
            return null;
        }
        OutputSchemaWidener widener = new OutputSchemaWidener();
        JsonWriter movedSchema = new JsonWriter(schema.length() + 256);
        widener.writeObject(schema, movedSchema, hasOwnId(schema), 0, true);
        if (!widener.isMovable) {
            return null;
        }
        JsonWriter json = new JsonWriter(movedSchema.slice().length() + 512).beginObject();
        Slice dialect = Members.get(schema, "$schema");
        if (dialect != null) {
            json.raw("$schema", dialect);
        }
        if (isObject) {
            json.string("type", "object");
        }
        json.beginArray("anyOf").raw(movedSchema.slice()).raw(shapedSchema(policy, isObject));
        return json.endArray().endObject().slice();
    }

    /**
     * Returns the schema of the shaped form. If the policy strips members, the schema requires no member: a result
     * without its stripped members may violate the original schema, and only {@code _meta} says that it lacks them.
     */
    private static Slice shapedSchema(ToolPolicy policy, boolean isObject) {
        if (!policy.policy().get(Policy.STRIP).isEmpty()) {
            return isObject ? STYLE_KEYS : STRIPPED;
        }
        return switch (policy.style().schemaForm()) {
            case WITH_HEADER -> isObject ? SHAPED : SHAPED_OBJECT;
            case HEADER_INSIDE -> isObject ? HEADER_INSIDE : HEADER_INSIDE_OBJECT;
            case OWN_KEYS -> STYLE_KEYS;
        };
    }

    private static Slice noticeSchema(boolean hasType) {
        JsonWriter json = new JsonWriter().beginObject();
        if (hasType) {
            json.string("type", "object");
        }
        json.string("description", "value or items").strings("required", List.of("notice"));
        return json.endObject().slice();
    }

    private static Slice headerInsideSchema(boolean hasType) {
        JsonWriter json = new JsonWriter().beginObject();
        if (hasType) {
            json.string("type", "object");
        }
        json.beginArray("anyOf");
        for (String name : List.of("notice", "_plimsoll")) {
            json.beginObject().strings("required", List.of(name)).endObject();
        }
        return json.endArray().endObject().slice();
    }

    private static boolean isObject(Slice schema) {
        Slice type = Members.get(schema, "type");
        return type != null && type.contentEquals(Slice.of("\"object\""));
    }

    /**
     * Writes a schema, or any value in a schema.
     *
     * @param hasBaseId whether a schema around the value has an {@code $id}: references are then relative to
     * it, and stay unchanged
     */
    private void writeSchema(Slice value, JsonWriter json, boolean hasBaseId, int depth) {
        JsonType type = Json.type(value);
        if (depth > MAX_DEPTH) {
            isMovable = false;
        }
        if (!isMovable || (type != JsonType.OBJECT && type != JsonType.ARRAY)) {
            json.raw(value);
        } else if (type == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            json.beginArray();
            for (int i = 0; i < items.count(); i++) {
                writeSchema(items.item(i), json, hasBaseId, depth + 1);
            }
            json.endArray();
        } else {
            writeObject(value, json, hasBaseId || hasOwnId(value), depth, false);
        }
    }

    private static boolean hasOwnId(Slice schema) {
        Slice id = Members.get(schema, "$id");
        return id != null && Json.type(id) == JsonType.STRING;
    }

    private void writeObject(Slice value, JsonWriter json, boolean hasBaseId, int depth, boolean isRoot) {
        json.beginObject();
        Members members = Members.of(value);
        while (members.next()) {
            String key = members.keyText();
            if (isRoot && key.equals("$schema")) {
                continue;
            }
            json.rawName(members.key());
            boolean isString = Json.type(members.value()) == JsonType.STRING;
            if (isString && (key.equals("$dynamicRef") || key.equals("$recursiveRef"))) {
                isMovable = false;
            }
            if (isString && key.equals("$ref")) {
                writeReference(members.value(), json, hasBaseId);
            } else if (DATA_KEYWORDS.contains(key)) {
                json.raw(members.value());
            } else if (MAP_KEYWORDS.contains(key) && Json.type(members.value()) == JsonType.OBJECT) {
                writeMap(members.value(), json, hasBaseId, depth + 1);
            } else {
                writeSchema(members.value(), json, hasBaseId, depth + 1);
            }
        }
        json.endObject();
    }

    private void writeMap(Slice value, JsonWriter json, boolean hasBaseId, int depth) {
        json.beginObject();
        Members members = Members.of(value);
        while (members.next()) {
            writeSchema(members.value(), json.rawName(members.key()), hasBaseId, depth);
        }
        json.endObject();
    }

    private void writeReference(Slice value, JsonWriter json, boolean hasBaseId) {
        Slice target = Json.stringInside(value);
        // a reference to another document could mean this schema too, so it must not move
        isMovable &= !target.isEmpty() && target.at(0) == '#';
        // a JSON Pointer (#/…) gets the new location as its first part; an anchor (#name) is found in any location
        boolean isPointer = isMovable && (target.length() == 1 || target.at(1) == '/');
        if (hasBaseId || !isPointer) {
            json.raw(value);
        } else {
            ByteSink pointer = new ByteSink(target.length() + 16).ascii("#" + ORIGINAL_POINTER);
            json.rawString(pointer.raw(target.sub(1, target.length())).slice());
        }
    }
}
