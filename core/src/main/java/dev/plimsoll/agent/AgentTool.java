package dev.plimsoll.agent;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ListedTool;

/**
 * Tool of an agent, as its model sees it. Immutable.
 *
 * @param name name of the tool, which rules match
 * @param inputSchema JSON Schema of the arguments
 * @param entry the tool as an entry of {@code tools/list}
 */
public record AgentTool(String name, String description, String inputSchema, ListedTool entry) {

    /** Creates a tool. If {@code inputSchema} is not a JSON object, the entry of the tool contains no schema. */
    public static AgentTool of(String name, String description, String inputSchema) {
        Slice schema = Slice.of(inputSchema);
        JsonWriter json = new JsonWriter(inputSchema.length() + 256).beginObject();
        json.string("name", name).string("description", description);
        if (ToolTexts.isObject(schema)) {
            json.raw("inputSchema", schema);
        }
        return new AgentTool(
                name, description, inputSchema, ListedTool.of(json.endObject().slice()));
    }

    /** Reads an entry that Plimsoll has written. */
    static AgentTool of(Slice entry) {
        Slice schema = Members.get(entry, "inputSchema");
        return new AgentTool(
                text(entry, "name"),
                text(entry, "description"),
                schema == null ? "" : schema.utf8(),
                ListedTool.of(entry));
    }

    private static String text(Slice entry, String member) {
        Slice value = Members.get(entry, member);
        return value == null || Json.type(value) != JsonType.STRING
                ? ""
                : JsonText.unescapeToString(Json.stringInside(value));
    }
}
