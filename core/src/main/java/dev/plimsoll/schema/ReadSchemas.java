package dev.plimsoll.schema;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Schemas of the arguments for follow-up reads, under each of their names, with short descriptions. */
final class ReadSchemas {

    private static final Slice LINE = schema("integer").endObject().slice();
    private static final Slice ITEMS = integerSchema("items at most");
    private static final Slice ANY = Slice.of("{}");

    private static final Map<String, Slice> ALL = all();

    private ReadSchemas() {}

    private static Map<String, Slice> all() {
        Map<String, Slice> all = new LinkedHashMap<>();
        // each name by the field of its style's form
        all.put("cursor", textSchema("nextCursor of an earlier answer"));
        for (String alias : List.of("continuation_token", "cursor_id", "next")) {
            all.put(alias, textSchema(alias + " of an earlier answer"));
        }
        all.put("mode", enumSchema("paginated", "summary", "filtered", "full", "outline", "find", "query", "lines"));
        all.put("page", integerSchema("page number"));
        all.put("page_size", ITEMS);
        all.put("limit", ITEMS);
        all.put("fields", namesSchema());
        all.put("filter_keys", namesSchema());
        all.put("path", textSchema("JSON Pointer: only that part"));
        all.put("section", textSchema("JSON Pointer: only that part"));
        all.put("find", textSchema("text or /regex/ to find"));
        all.put("query", querySchema());
        all.put("with", withSchema());
        all.put("start_line", LINE);
        all.put("end_line", LINE);
        all.put("startLine", LINE);
        all.put("endLine", LINE);
        all.put("direction", enumSchema("next", "previous"));
        all.put("pages", textSchema("such as 1-3"));
        all.put("max_tokens", integerSchema("budget of this answer"));
        return all;
    }

    private static JsonWriter schema(String type) {
        return new JsonWriter().beginObject().string("type", type);
    }

    private static Slice textSchema(String about) {
        return schema("string").string("description", about).endObject().slice();
    }

    private static Slice integerSchema(String about) {
        return schema("integer").string("description", about).endObject().slice();
    }

    private static Slice enumSchema(String... values) {
        return schema("string").strings("enum", List.of(values)).endObject().slice();
    }

    private static Slice querySchema() {
        JsonWriter json = new JsonWriter().beginObject().strings("type", List.of("string", "object"));
        return json.string("description", "jq over the full result, or {name: jq}")
                .endObject()
                .slice();
    }

    private static Slice withSchema() {
        return schema("object")
                .string("description", "{name: cursor} makes $name in query")
                .endObject()
                .slice();
    }

    private static Slice namesSchema() {
        JsonWriter json = new JsonWriter().beginObject().strings("type", List.of("array", "string"));
        json.beginObject("items").string("type", "string").endObject();
        return json.string("description", "keep only these fields of each item; dotted")
                .endObject()
                .slice();
    }

    static Slice of(String name) {
        return ALL.getOrDefault(name, ANY);
    }

    /** Returns the arguments that a heavy tool with this policy is listed with. The first one takes the cursor. */
    static List<String> mergedArguments(ToolPolicy policy) {
        List<String> named = policy.policy().get(Policy.MERGED_ARGUMENTS).stream()
                .filter(ALL::containsKey)
                .toList();
        return named.isEmpty() ? policy.style().readArguments() : named;
    }
}
