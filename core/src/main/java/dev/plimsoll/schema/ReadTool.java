package dev.plimsoll.schema;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import java.util.List;

/**
 * Entry of the tool for follow-up reads in {@code tools/list}. Every conversation pays tokens for it, so its
 * texts are short.
 */
public final class ReadTool {

    private static final List<String> ARGUMENTS = List.of(
            "cursor",
            "mode",
            "page",
            "page_size",
            "fields",
            "path",
            "find",
            "context",
            "query",
            "with",
            "lines",
            "as",
            "direction",
            "pages",
            "max_tokens");
    private static final String DESCRIPTION = """
            Reads a stored result; the tool does not run. Any cursor serves every reading of the whole result until \
            it expires; alone it returns the next page.
            query is jq (no input or env; RE2; 2 s) on the result; a text is an array of lines: {"query": {"open": "map(select(.open)) | length", "top": "max_by(.n)"}}
            find returns matches: {"find": "rate limit"}
            path returns one part whole: {"path": "/3/body"}""";

    private static final String SQL_DESCRIPTION =
            "\nsql is a SELECT on the result, table data; a.b is column a_b: {\"sql\": \"select owner, count(*) n from data group by owner\"}";

    private ReadTool() {}

    /**
     * Returns the entry for this client. No argument is required and other names are allowed, because arguments also have
     * alternative names.
     */
    public static Slice entry(ClientFeatures clientFeatures) {
        return entry(clientFeatures, false, new Policies(Policy.defaults(), List.of()));
    }

    /**
     * Returns the entry for this client.
     *
     * @param canCollect whether the host can read further pages from the server: if so, {@code collect=N}
     * is listed
     * @param policies policies of all tools: {@code args} is listed if a tool has stored queries, {@code search} if the
     *     results of a tool can be searched by rank, and {@code sql} if they can be read with SQL
     */
    public static Slice entry(ClientFeatures clientFeatures, boolean canCollect, Policies policies) {
        JsonWriter json = new JsonWriter(1536).beginObject().string("name", clientFeatures.readTool());
        json.string("title", "Read more")
                .string("description", policies.hasSql() ? DESCRIPTION + SQL_DESCRIPTION : DESCRIPTION);
        json.beginObject("inputSchema").string("type", "object").beginObject("properties");
        for (String name : ARGUMENTS) {
            json.raw(name, ReadSchemas.of(name));
            if (name.equals("query") && policies.hasSql()) {
                json.raw("sql", ReadSchemas.of("sql"));
            }
            if (name.equals("with") && policies.hasQueries()) {
                json.raw("args", ReadSchemas.of("args"));
            }
            if (name.equals("find") && policies.hasSearch()) {
                json.raw("search", ReadSchemas.of("search"));
            }
        }
        if (canCollect) {
            json.raw("collect", ReadSchemas.of("collect"));
        }
        json.endObject().endObject();
        json.beginObject("annotations").bool("readOnlyHint", true);
        return json.bool("openWorldHint", canCollect).endObject().endObject().slice();
    }
}
