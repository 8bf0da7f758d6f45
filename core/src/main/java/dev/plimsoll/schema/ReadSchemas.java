package dev.plimsoll.schema;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Schemas of the arguments for follow-up reads, under each of their names, with short descriptions. */
final class ReadSchemas {

    private static final String NAMES =
            "{\"type\":[\"array\",\"string\"],\"items\":{\"type\":\"string\"},\"description\":\"keep only these fields"
                    + " of each item; dotted\"}";
    private static final String LINE = "{\"type\":\"integer\"}";
    private static final String ITEMS = integerSchema("items at most");

    private static final Map<String, String> ALL = all();

    private ReadSchemas() {}

    private static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        // each name by the field of its style's form
        all.put("cursor", textSchema("nextCursor of an earlier answer"));
        for (String alias : List.of("continuation_token", "cursor_id", "next")) {
            all.put(alias, textSchema(alias + " of an earlier answer"));
        }
        all.put(
                "mode",
                "{\"type\":\"string\",\"enum\":[\"paginated\",\"summary\",\"filtered\",\"full\",\"outline\",\"find\","
                        + "\"query\",\"lines\"]}");
        all.put("page", integerSchema("page number"));
        all.put("page_size", ITEMS);
        all.put("limit", ITEMS);
        all.put("fields", NAMES);
        all.put("filter_keys", NAMES);
        all.put("path", textSchema("JSON Pointer: only that part"));
        all.put("section", textSchema("JSON Pointer: only that part"));
        all.put("find", textSchema("text or /regex/ to find"));
        all.put("query", textSchema("jq over the full result"));
        all.put("start_line", LINE);
        all.put("end_line", LINE);
        all.put("startLine", LINE);
        all.put("endLine", LINE);
        all.put("direction", "{\"type\":\"string\",\"enum\":[\"next\",\"previous\"]}");
        all.put("pages", textSchema("such as 1-3"));
        all.put("max_tokens", integerSchema("budget of this answer"));
        return all;
    }

    private static String textSchema(String about) {
        return "{\"type\":\"string\",\"description\":\"" + about + "\"}";
    }

    private static String integerSchema(String about) {
        return "{\"type\":\"integer\",\"description\":\"" + about + "\"}";
    }

    static String of(String name) {
        return ALL.getOrDefault(name, "{}");
    }

    /** Returns the arguments that a heavy tool with this policy is listed with. The first one takes the cursor. */
    static List<String> mergedArguments(ToolPolicy policy) {
        List<String> named = policy.policy().get(Policy.MERGED_ARGUMENTS).stream()
                .filter(ALL::containsKey)
                .toList();
        return named.isEmpty() ? policy.style().readArguments() : named;
    }
}
