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

/** Schemas of the arguments for follow-up reads, under each of their names, with short descriptions. */
final class ReadSchemas {

    /** Argument of a tool that returns what changed since an earlier result. */
    static final String CHANGES_SINCE = "changes_since";

    private static final Slice LINE = schema("integer").endObject().slice();
    private static final Slice ITEMS = integerSchema("at most; 0 with find: the count");
    private static final Slice FIELDS = typesSchema("dotted names", "array", "string");
    private static final Slice PART = textSchema("JSON Pointer or #section");
    private static final Slice ANY = Slice.of("{}");

    private static final Map<String, Slice> ALL = all();

    private ReadSchemas() {}

    private static Map<String, Slice> all() {
        Map<String, Slice> all = new LinkedHashMap<>();
        // each name of the cursor is also the field of an answer that has the cursor
        all.put("cursor", textSchema("of an earlier answer"));
        for (String alias : List.of("continuation_token", "cursor_id", "next")) {
            all.put(alias, textSchema(alias + " of an earlier answer"));
        }
        all.put("mode", enumSchema("paginated", "summary", "filtered", "full", "outline", "find", "query", "lines"));
        all.put("page", integerSchema("from 1"));
        all.put("page_size", ITEMS);
        all.put("limit", ITEMS);
        all.put("fields", FIELDS);
        all.put("filter_keys", FIELDS);
        all.put("path", PART);
        all.put("section", PART);
        all.put("find", typesSchema("text, /regex/i, \"whole value\" or \"key\": value", "string", "array"));
        all.put("search", textSchema("a question: the best passages"));
        all.put("context", typesSchema("around; \"2,0\": 2 before", "integer", "string"));
        all.put("query", typesSchema("jq, or {name: jq}", "string", "object"));
        all.put(
                "sql",
                typesSchema("SELECT, or {name: SELECT}; tables: data, and the names of with", "string", "object"));
        all.put("with", schemaOf("object", "{\"b\": CURSOR} is $b in query"));
        all.put("args", schemaOf("object", "{\"b\": 1} is $b in query"));
        all.put(CHANGES_SINCE, textSchema("cursor of an earlier answer to the same call: returns what changed"));
        all.put("lines", textSchema("335-337,5485; 1:48-51: characters"));
        all.put("as", textSchema("csv, text, …"));
        all.put("start_line", LINE);
        all.put("end_line", LINE);
        all.put("startLine", LINE);
        all.put("endLine", LINE);
        all.put("direction", enumSchema("next", "previous"));
        all.put("pages", textSchema("1-3"));
        all.put("collect", typesSchema("read the server's further pages first", "boolean", "integer"));
        all.put("max_tokens", integerSchema("of this answer"));
        return all;
    }

    private static JsonWriter schema(String type) {
        return new JsonWriter().beginObject().string("type", type);
    }

    private static Slice schemaOf(String type, String about) {
        return schema(type).string("description", about).endObject().slice();
    }

    private static Slice textSchema(String about) {
        return schemaOf("string", about);
    }

    private static Slice integerSchema(String about) {
        return schemaOf("integer", about);
    }

    private static Slice enumSchema(String... values) {
        return schema("string").strings("enum", List.of(values)).endObject().slice();
    }

    /** Returns the schema of a value of one of these types; the items of an array are strings. */
    private static Slice typesSchema(String about, String... types) {
        JsonWriter json = new JsonWriter().beginObject().strings("type", List.of(types));
        if (List.of(types).contains("array")) {
            json.beginObject("items").string("type", "string").endObject();
        }
        return json.string("description", about).endObject().slice();
    }

    /** Returns the schema of an argument; an empty schema, which allows every value, if the name is unknown. */
    static Slice of(String name) {
        return ALL.getOrDefault(name, ANY);
    }

    /** Returns the arguments that a heavy tool with this policy is listed with. The first one takes the cursor. */
    static List<String> mergedArguments(ToolPolicy policy) {
        List<String> configured = policy.policy().get(Policy.MERGED_ARGUMENTS).stream()
                .filter(ALL::containsKey)
                .toList();
        List<String> names = configured.isEmpty() ? policy.style().readArguments() : configured;
        Policy settings = policy.policy();
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
