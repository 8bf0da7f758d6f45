package dev.plimsoll.schema;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import java.util.List;

/**
 * Entry of the tool for follow-up reads in {@code tools/list}. It costs every client some 300 tokens, so its texts are short.
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
            "query",
            "with",
            "start_line",
            "end_line",
            "direction",
            "pages",
            "max_tokens");
    private static final String DESCRIPTION =
            "Reads more of a result that was too long to show. Pass the cursor from the"
                    + " answer; alone it returns the next page. The other arguments narrow or search the full stored result;"
                    + " the original tool is not run again.";

    private ReadTool() {}

    /**
     * Returns the entry for this client. No argument is required and other names are allowed, because arguments also have
     * alternative names.
     */
    public static Slice entry(ClientFeatures clientFeatures) {
        JsonWriter json = new JsonWriter(1536).beginObject().string("name", clientFeatures.readTool());
        json.string("title", "Read more").string("description", DESCRIPTION);
        json.beginObject("inputSchema").string("type", "object").beginObject("properties");
        ARGUMENTS.forEach(name -> json.raw(name, ReadSchemas.of(name)));
        json.endObject().endObject();
        json.beginObject("annotations").bool("readOnlyHint", true).bool("idempotentHint", true);
        return json.bool("openWorldHint", false).endObject().endObject().slice();
    }
}
