package dev.plimsoll.model;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code prompts/get}, and the same as the result of a tool: the content of each message is a block there.
 *
 * @param messages each as it came
 * @param asTool what is measured and kept
 */
public record PromptResult(List<Slice> messages, Slice asTool) {

    public PromptResult {
        messages = List.copyOf(messages);
    }

    /** Null when it is no such result. */
    public static @Nullable PromptResult of(Slice result) {
        boolean object = Json.isValid(result) && Json.type(result) == JsonType.OBJECT;
        Slice list = object ? Members.get(result, "messages") : null;
        if (list == null || Json.type(list) != JsonType.ARRAY) {
            return null;
        }
        ItemIndex items = ItemIndex.of(list);
        List<Slice> messages = new ArrayList<>();
        ByteSink out = new ByteSink(result.length() + 64).ascii("{\"content\":[");
        for (int i = 0; i < items.count(); i++) {
            Slice content = Members.get(items.item(i), "content");
            messages.add(items.item(i));
            out.ascii(i == 0 ? "" : ",").raw(content == null ? items.item(i) : content);
        }
        out.ascii("]");
        Members members = Members.of(result);
        while (members.next()) {
            boolean ours = members.keyIs("content") || members.keyIs("structuredContent") || members.keyIs("isError");
            if (!ours && !members.keyIs("messages")) {
                out.ascii(",").raw(members.member());
            }
        }
        return new PromptResult(messages, out.ascii("}").slice());
    }

    /** The one text of a tool's answer as the one message of a prompt. */
    public static Slice ofText(Slice answer) {
        ByteSink out = new ByteSink(answer.length() + 64).ascii("{\"messages\":[");
        Slice content = Members.get(answer, "content");
        ItemIndex blocks = ItemIndex.of(content == null ? Slice.of("[]") : content);
        for (int i = 0; i < blocks.count(); i++) {
            out.ascii(i == 0 ? "" : ",").ascii("{\"role\":\"user\",\"content\":");
            out.raw(blocks.item(i)).ascii("}");
        }
        out.ascii("]");
        Members members = Members.of(answer);
        while (members.next()) {
            boolean tools = members.keyIs("structuredContent") || members.keyIs("isError");
            if (!tools && !members.keyIs("content")) {
                out.ascii(",").raw(members.member());
            }
        }
        return out.ascii("}").slice();
    }
}
