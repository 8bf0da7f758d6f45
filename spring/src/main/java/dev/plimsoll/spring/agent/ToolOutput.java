package dev.plimsoll.spring.agent;

import dev.plimsoll.agent.AgentAnswer;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Output of a tool, with its texts. Spring AI writes a text as a JSON string, and the result of an MCP server as an array
 * of content blocks.
 *
 * @param output the output as the tool returned it
 */
record ToolOutput(String output, AgentAnswer texts) {

    private static final Set<String> BLOCK_MEMBERS = Set.of("type", "annotations", "meta", "_meta");
    private static final Slice TEXT_TYPE = Slice.of("\"text\"");

    static ToolOutput of(String output) {
        Slice json = Json.trim(Slice.of(output));
        List<String> texts = canContainTexts(json) && Json.isValid(json) ? findTexts(json) : null;
        return new ToolOutput(output, texts == null ? AgentAnswer.of(output) : new AgentAnswer(texts, false));
    }

    private static boolean canContainTexts(Slice json) {
        return !json.isEmpty() && (json.at(0) == '"' || json.at(0) == '[');
    }

    /** Returns the text of a string, or the texts of content blocks; null for all other values. */
    private static @Nullable List<String> findTexts(Slice json) {
        if (Json.type(json) == JsonType.STRING) {
            return List.of(unescape(json));
        }
        List<String> texts = new ArrayList<>();
        Elements elements = Elements.of(json);
        while (elements.next()) {
            Slice text = elements.type() == JsonType.OBJECT ? findBlockText(elements.value()) : null;
            if (text == null) {
                return null;
            }
            texts.add(unescape(text));
        }
        return texts.isEmpty() ? null : texts;
    }

    /** Returns the text of a block with a text; null for all other objects. Spring AI leaves out the type of a block. */
    private static @Nullable Slice findBlockText(Slice block) {
        Slice text = null;
        Members members = Members.of(block);
        while (members.next()) {
            if (members.keyIs("text") && members.type() == JsonType.STRING) {
                text = members.value();
            } else if (members.type() != JsonType.NULL && !BLOCK_MEMBERS.contains(members.keyText())) {
                return null;
            } else if (members.keyIs("type") && !members.value().contentEquals(TEXT_TYPE)) {
                return null;
            }
        }
        return text;
    }

    private static String unescape(Slice string) {
        return JsonText.unescapeToString(Json.stringInside(string));
    }
}
