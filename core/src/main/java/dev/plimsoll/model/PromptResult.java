package dev.plimsoll.model;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code prompts/get}, also in the form of a tool result, in which the content of each message is a block.
 *
 * @param messages messages as received
 * @param toolResult tool result that is measured and stored
 */
public record PromptResult(List<Slice> messages, Slice toolResult) {

    public PromptResult {
        messages = List.copyOf(messages);
    }

    /** Parses a prompt result, or returns null if it is not one. */
    public static @Nullable PromptResult parse(Slice result) {
        boolean isObject = Json.isValid(result) && Json.type(result) == JsonType.OBJECT;
        Slice list = isObject ? Members.get(result, "messages") : null;
        if (list == null || Json.type(list) != JsonType.ARRAY) {
            return null;
        }
        ItemIndex items = ItemIndex.of(list);
        List<Slice> messages = new ArrayList<>();
        JsonWriter json = new JsonWriter(result.length() + 64).beginObject().beginArray("content");
        for (int i = 0; i < items.count(); i++) {
            Slice content = Members.get(items.item(i), "content");
            messages.add(items.item(i));
            json.raw(content == null ? items.item(i) : content);
        }
        json.endArray();
        Members members = Members.of(result);
        while (members.next()) {
            boolean isToolMember =
                    members.keyIs("content") || members.keyIs("structuredContent") || members.keyIs("isError");
            // a tool result has its own content, structuredContent, and isError
            if (!isToolMember && !members.keyIs("messages")) {
                json.rawMember(members.member());
            }
        }
        return new PromptResult(messages, json.endObject().slice());
    }

    /** Converts the answer of a tool into the result of a prompt: each content block becomes a message. */
    public static Slice fromAnswer(Slice answer) {
        JsonWriter json = new JsonWriter(answer.length() + 64).beginObject().beginArray("messages");
        Slice content = Members.get(answer, "content");
        ItemIndex blocks = ItemIndex.of(content == null ? Slice.of("[]") : content);
        for (int i = 0; i < blocks.count(); i++) {
            json.beginObject()
                    .string("role", "user")
                    .raw("content", blocks.item(i))
                    .endObject();
        }
        json.endArray();
        Members members = Members.of(answer);
        while (members.next()) {
            boolean isToolMember =
                    members.keyIs("content") || members.keyIs("structuredContent") || members.keyIs("isError");
            if (!isToolMember) {
                json.rawMember(members.member());
            }
        }
        return json.endObject().slice();
    }
}
