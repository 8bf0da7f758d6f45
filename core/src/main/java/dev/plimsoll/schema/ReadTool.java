package dev.plimsoll.schema;

import dev.plimsoll.json.ByteSink;
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
        ByteSink out = new ByteSink(1536).ascii("{\"name\":").string(clientFeatures.readTool());
        out.ascii(",\"title\":\"Read more\",\"description\":").string(DESCRIPTION);
        out.ascii(",\"inputSchema\":{\"type\":\"object\",\"properties\":{");
        for (int i = 0; i < ARGUMENTS.size(); i++) {
            String name = ARGUMENTS.get(i);
            out.ascii(i == 0 ? "" : ",").string(name).ascii(":").ascii(ReadSchemas.of(name));
        }
        out.ascii("}},\"annotations\":{\"readOnlyHint\":true,\"idempotentHint\":true,");
        return out.ascii("\"openWorldHint\":false}}").slice();
    }
}
