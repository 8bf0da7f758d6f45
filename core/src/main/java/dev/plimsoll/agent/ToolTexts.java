package dev.plimsoll.agent;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ToolResult;
import java.util.List;

/** Converter between texts and results in JSON. */
final class ToolTexts {

    private static final int OVERHEAD = 64;

    private ToolTexts() {}

    static boolean isObject(Slice json) {
        return Json.isValid(json) && Json.type(Json.trim(json)) == JsonType.OBJECT;
    }

    /** Returns a result with one block for each text. */
    static Slice toResult(AgentAnswer answer) {
        int length = answer.texts().stream().mapToInt(String::length).sum();
        JsonWriter json = new JsonWriter(length + length / 8 + OVERHEAD).beginObject();
        json.array(
                "content",
                answer.texts(),
                (text, blocks) -> blocks.beginObject()
                        .string("type", "text")
                        .string("text", text)
                        .endObject());
        if (answer.isError()) {
            json.bool("isError", true);
        }
        return json.endObject().slice();
    }

    /** Returns the texts of a result. */
    static AgentAnswer toAnswer(Slice result) {
        ToolResult parsed = ToolResult.parse(result);
        if (parsed == null) {
            return AgentAnswer.of(result.utf8());
        }
        List<String> texts = parsed.blocks().stream().map(ToolTexts::text).toList();
        return new AgentAnswer(texts, parsed.isError());
    }

    private static String text(ContentBlock block) {
        Slice text = block.text();
        return text == null ? block.raw().utf8() : JsonText.unescapeToString(text);
    }
}
