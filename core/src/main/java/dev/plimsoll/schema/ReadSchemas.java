package dev.plimsoll.schema;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Schemas of the arguments for follow-up reads, with short descriptions. If an argument has several names, each name
 * has a schema.
 */
final class ReadSchemas {

    /** Argument of a tool. A call with it returns only what changed since an earlier result. */
    static final String CHANGES_SINCE = "changes_since";

    private static final Slice LINE_NUMBER = schema("integer").endObject().slice();
    /** The maximum number of items. With {@code find}, 0 asks for the number of matches alone. */
    private static final Slice ITEM_COUNT = integerSchema("at most; 0 with find: the count");

    private static final Slice FIELDS = typesSchema("dotted names", "array", "string");
    private static final Slice DOCUMENT_PART = textSchema("JSON Pointer or #section");
    private static final Slice ANY_VALUE = Slice.of("{}");

    private static final Map<String, Slice> SCHEMA_BY_NAME = createSchemas();

    private ReadSchemas() {}

    private static Map<String, Slice> createSchemas() {
        Map<String, Slice> schemas = new LinkedHashMap<>();
        schemas.put("cursor", textSchema("of an earlier answer"));
        // each of these names is also the name of the field with the cursor in the answers of a style
        for (String alias : List.of("continuation_token", "cursor_id", "next")) {
            schemas.put(alias, textSchema(alias + " of an earlier answer"));
        }
        schemas.put(
                "mode", enumSchema("paginated", "summary", "filtered", "full", "outline", "find", "query", "lines"));
        schemas.put("page", integerSchema("from 1"));
        schemas.put("page_size", ITEM_COUNT);
        schemas.put("limit", ITEM_COUNT);
        schemas.put("fields", FIELDS);
        schemas.put("filter_keys", FIELDS);
        schemas.put("path", DOCUMENT_PART);
        schemas.put("section", DOCUMENT_PART);
        schemas.put("find", typesSchema("text, /regex/i, \"whole value\" or \"key\": value", "string", "array"));
        schemas.put("search", textSchema("a question: the best passages"));
        schemas.put("context", typesSchema("around; \"2,0\": 2 before", "integer", "string"));
        schemas.put("query", typesSchema("jq, or {name: jq}", "string", "object"));
        schemas.put(
                "sql",
                typesSchema("SELECT, or {name: SELECT}; tables: data, and the names of with", "string", "object"));
        schemas.put("with", schemaOf("object", "{\"b\": CURSOR} is $b in query"));
        schemas.put("args", schemaOf("object", "{\"b\": 1} is $b in query"));
        schemas.put(CHANGES_SINCE, textSchema("cursor of an earlier answer to the same call: returns what changed"));
        schemas.put("lines", textSchema("335-337,5485; 1:48-51: characters"));
        schemas.put("as", textSchema("csv, text, …"));
        schemas.put("start_line", LINE_NUMBER);
        schemas.put("end_line", LINE_NUMBER);
        schemas.put("startLine", LINE_NUMBER);
        schemas.put("endLine", LINE_NUMBER);
        schemas.put("direction", enumSchema("next", "previous"));
        schemas.put("pages", textSchema("1-3"));
        schemas.put("collect", typesSchema("read the server's further pages first", "boolean", "integer"));
        schemas.put("max_tokens", integerSchema("of this answer"));
        return schemas;
    }

    private static JsonWriter schema(String type) {
        return new JsonWriter().beginObject().string("type", type);
    }

    private static Slice schemaOf(String type, String description) {
        return schema(type).string("description", description).endObject().slice();
    }

    private static Slice textSchema(String description) {
        return schemaOf("string", description);
    }

    private static Slice integerSchema(String description) {
        return schemaOf("integer", description);
    }

    private static Slice enumSchema(String... values) {
        return schema("string").strings("enum", List.of(values)).endObject().slice();
    }

    /** Returns the schema of a value of one of these types; the items of an array are strings. */
    private static Slice typesSchema(String description, String... types) {
        JsonWriter json = new JsonWriter().beginObject().strings("type", List.of(types));
        if (List.of(types).contains("array")) {
            json.beginObject("items").string("type", "string").endObject();
        }
        return json.string("description", description).endObject().slice();
    }

    /** Returns the schema of an argument; an empty schema, which allows every value, if the name is unknown. */
    static Slice of(String name) {
        return SCHEMA_BY_NAME.getOrDefault(name, ANY_VALUE);
    }

    /** Returns the arguments that a heavy tool with this policy is listed with. The first one takes the cursor. */
    static List<String> mergedArguments(ToolPolicy policy) {
        Policy settings = policy.policy();
        List<String> configured = settings.get(Policy.MERGED_ARGUMENTS).stream()
                .filter(SCHEMA_BY_NAME::containsKey)
                .toList();
        List<String> names = configured.isEmpty() ? policy.style().readArguments() : configured;
        Set<String> listed = new LinkedHashSet<>(names);
        if (!settings.get(Policy.SEARCH)) {
            listed.remove("search");
        } else if (names.contains("find")) {
            listed.add("search");
        }
        if (names.contains("query") && !settings.get(Policy.QUERIES).isEmpty()) {
            listed.add("args");
        }
        if (!settings.get(Policy.SQL)) {
            listed.remove("sql");
        } else if (names.contains("query")) {
            listed.add("sql");
        }
        return List.copyOf(listed);
    }
}
