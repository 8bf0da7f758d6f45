package dev.plimsoll.gateway.show;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.List;

/**
 * Entries of the two tools of the app. {@code plimsoll_show} costs tokens in every conversation, so its texts
 * are short. {@code plimsoll_app_read} is an app-only tool, which models never see.
 */
final class ShowTools {

    static final String SHOW = "plimsoll_show";
    static final String READ = "plimsoll_app_read";

    /** Name of Plimsoll's own server, to which these tools belong. No configured server can have this name. */
    static final String SERVER = "plimsoll";

    private ShowTools() {}

    static Slice showEntry() {
        JsonWriter json = new JsonWriter(512).beginObject().string("name", SHOW);
        json.string("description", "Shows a person all of a result (table, chart); you read a sentence. query: jq");
        json.beginObject("inputSchema").string("type", "object").beginObject("properties");
        json.beginObject("cursor").string("type", "string").endObject();
        json.beginObject("path").string("type", "string").endObject();
        json.beginObject("query").strings("type", List.of("string", "object")).endObject();
        json.beginObject("title").string("type", "string").endObject();
        json.endObject().strings("required", List.of("cursor")).endObject();
        writeAnnotations(json);
        json.beginObject("_meta").beginObject("ui").string("resourceUri", AppPageFile.URI);
        return json.endObject()
                .string("ui/resourceUri", AppPageFile.URI)
                .endObject()
                .endObject()
                .slice();
    }

    static Slice readEntry() {
        JsonWriter json = new JsonWriter(512).beginObject().string("name", READ);
        json.string("description", "Reads a stored result for the app of plimsoll_show.");
        json.beginObject("inputSchema").string("type", "object").beginObject("properties");
        json.beginObject("cursor").string("type", "string").endObject();
        json.beginObject("path").string("type", "string").endObject();
        json.beginObject("query").strings("type", List.of("string", "object")).endObject();
        json.beginObject("from").string("type", "integer").endObject();
        json.beginObject("count").string("type", "integer").endObject();
        json.endObject().strings("required", List.of("cursor")).endObject();
        writeAnnotations(json);
        json.beginObject("_meta").beginObject("ui").string("resourceUri", AppPageFile.URI);
        json.strings("visibility", List.of("app")).endObject();
        return json.string("ui/resourceUri", AppPageFile.URI)
                .endObject()
                .endObject()
                .slice();
    }

    private static void writeAnnotations(JsonWriter json) {
        json.beginObject("annotations").bool("readOnlyHint", true);
        json.bool("openWorldHint", false).endObject();
    }
}
