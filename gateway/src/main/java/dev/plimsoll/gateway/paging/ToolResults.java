package dev.plimsoll.gateway.paging;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.query.program.ToolAnswer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts responses to tool calls into answers for programs and pagers. */
public final class ToolResults {

    private static final int MAX_MESSAGE_BYTES = 2_000;
    private static final String NO_RESULT = "the tool's result is not an object";
    private static final String TOOL_ERROR = "TOOL_ERROR";

    private ToolResults() {}

    /** Returns the answer to a call: its document and its text, or its failure. */
    public static ToolAnswer toAnswer(Message response) {
        ToolAnswer failed = findFailure(response);
        ToolResult result = failed == null && response.result() != null ? ToolResult.parse(response.result()) : null;
        return result == null
                ? failed == null ? ToolAnswer.failed(TOOL_ERROR, NO_RESULT) : failed
                : new ToolAnswer(document(result), joinTexts(result), null);
    }

    /**
     * Returns the answer to a call for one page. If the result has several content blocks, the block with the
     * list is the page, as for {@code collect}.
     */
    public static ToolAnswer toPageAnswer(Message response) {
        ToolAnswer answer = toAnswer(response);
        PagedResult page =
                answer.failure() != null || response.result() == null ? null : PagedResult.of(response.result());
        return page == null ? answer : new ToolAnswer(answer.document(), answer.text(), page.document(), null);
    }

    /** Returns the failure of a call; null if its result is complete and not an error. */
    public static @Nullable ToolAnswer findFailure(Message response) {
        Slice error = response.error();
        if (error != null) {
            return toProtocolFailure(error);
        }
        Slice raw = response.result();
        ToolResult result = raw == null ? null : ToolResult.parse(raw);
        if (result == null) {
            return ToolAnswer.failed(TOOL_ERROR, NO_RESULT);
        }
        if (!result.isCompleteFor(ClientFeatures.current())) {
            return ToolAnswer.failed(TOOL_ERROR, "the tool asks for input or starts a task: call it yourself");
        }
        return result.isError() ? toToolFailure(result) : null;
    }

    private static ToolAnswer toProtocolFailure(Slice error) {
        Slice data = ObjectEdit.valueIn(error, "data");
        Slice plimsollError = data == null ? null : ObjectEdit.valueIn(data, "error");
        String code = plimsollError == null ? null : ObjectEdit.textIn(plimsollError, "code", 64);
        String message = ObjectEdit.textIn(error, "message", Integer.MAX_VALUE);
        return ToolAnswer.failed(
                code == null ? TOOL_ERROR : code,
                message == null ? "the server returned an error" : shorten(Slice.of(message)));
    }

    /** Returns the failure of a result that is an error. If Plimsoll itself has created the error, its code stays. */
    private static ToolAnswer toToolFailure(ToolResult result) {
        Slice text = joinTexts(result);
        Document document = Document.ofDecoded(text);
        Slice plimsollError = document.hasType(JsonType.OBJECT) ? Members.get(document.bytes(), "error") : null;
        String code = plimsollError == null || Json.type(plimsollError) != JsonType.OBJECT
                ? null
                : ObjectEdit.textIn(plimsollError, "code", 64);
        String message = code == null || plimsollError == null
                ? null
                : ObjectEdit.textIn(plimsollError, "message", MAX_MESSAGE_BYTES);
        if (code != null && message != null) {
            return ToolAnswer.failed(code, message);
        }
        return ToolAnswer.failed(TOOL_ERROR, text.isEmpty() ? "the tool reports an error" : shorten(text));
    }

    private static String shorten(Slice text) {
        return text.length() <= MAX_MESSAGE_BYTES
                ? text.utf8()
                : text.sub(0, MAX_MESSAGE_BYTES).utf8() + "…";
    }

    /** Returns the structured content, the data in the only text, or the array of all content blocks. */
    static Slice document(ToolResult result) {
        if (result.structured() != null) {
            return dataOf(Document.ofStructured(result.structured(), null));
        }
        if (result.blocks().size() == 1) {
            return dataOf(result.blocks().getFirst());
        }
        JsonWriter json = new JsonWriter(result.raw().length() + 64).beginArray();
        result.blocks().forEach(block -> json.raw(dataOf(block)));
        return json.endArray().slice();
    }

    private static Slice dataOf(ContentBlock block) {
        if (block.text() != null) {
            return dataOf(Document.ofText(block.text()));
        }
        Slice data = Members.get(block.raw(), "data");
        if (data == null || Json.type(data) != JsonType.STRING) {
            return block.raw();
        }
        String type = ObjectEdit.textIn(block.raw(), "type", 64);
        String mimeType = ObjectEdit.textIn(block.raw(), "mimeType", 256);
        JsonWriter json = new JsonWriter(128).beginObject();
        json.string("type", type == null ? "" : type).stringOrNull("mimeType", mimeType);
        return json.number("bytes", decodedLength(Json.stringInside(data)))
                .endObject()
                .slice();
    }

    private static long decodedLength(Slice base64) {
        int padding = 0;
        while (padding < 2 && padding < base64.length() && base64.at(base64.length() - 1 - padding) == '=') {
            padding++;
        }
        return base64.length() / 4 * 3L - padding;
    }

    /**
     * Returns the data of a document. Records replace the string that contains them, and also an object
     * around it that has no other member.
     */
    private static Slice dataOf(Document document) {
        TextRecords records = TextRecords.find(document);
        if (records != null && (!document.isJson() || hasOneMember(document.bytes()))) {
            return records.value();
        }
        if (records != null) {
            return records.converted();
        }
        return document.isJson()
                ? document.bytes()
                : new ByteSink(document.bytes().length() + 16)
                        .string(document.bytes())
                        .slice();
    }

    /** Returns whether a value is an object with exactly one member. */
    private static boolean hasOneMember(Slice object) {
        if (Json.type(object) != JsonType.OBJECT) {
            return false;
        }
        Members members = Members.of(object);
        return members.next() && !members.next();
    }

    /** Returns the texts of all blocks, each on its own lines. */
    static Slice joinTexts(ToolResult result) {
        List<Slice> texts = new ArrayList<>();
        for (ContentBlock block : result.blocks()) {
            Slice text = decodedText(block);
            if (text != null) {
                texts.add(text);
            }
        }
        if (texts.isEmpty() && result.structured() != null) {
            return result.structured();
        }
        if (texts.size() == 1) {
            return texts.getFirst();
        }
        ByteSink joinedTexts = new ByteSink();
        for (Slice text : texts) {
            joinedTexts.ascii(joinedTexts.size() == 0 ? "" : "\n").raw(text);
        }
        return joinedTexts.slice();
    }

    private static @Nullable Slice decodedText(ContentBlock block) {
        Slice inside = block.text();
        return inside == null ? null : JsonText.unescapeToSlice(inside);
    }
}
