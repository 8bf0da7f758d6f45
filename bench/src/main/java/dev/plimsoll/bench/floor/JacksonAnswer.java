package dev.plimsoll.bench.floor;

import dev.plimsoll.json.Slice;
import dev.plimsoll.tokens.TokenCounter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates the first page of a result as servers commonly do: with Jackson trees of the message, of its text, and of the answer.
 */
public final class JacksonAnswer {

    private static final int BUDGET = 3600;
    private static final int MAX_ITEMS = 50;
    private static final TokenCounter TOKENS = TokenCounter.classes();
    private static final JsonMapper JSON = JsonMapper.shared();

    private JacksonAnswer() {}

    /** Answers an array in one text block. */
    public static byte[] text(Slice result) {
        String text = read(result).at("/content/0/text").asString();
        return JSON.writeValueAsBytes(withContent(page(JSON.readTree(text))));
    }

    /** Answers an array in an object under {@code structuredContent}. */
    public static byte[] structured(Slice result) {
        ObjectNode page = page(read(result).at("/structuredContent/items"));
        return JSON.writeValueAsBytes(withContent(page).set("structuredContent", page));
    }

    private static JsonNode read(Slice result) {
        return JSON.readTree(result.bytes(), result.from(), result.length());
    }

    private static ObjectNode page(JsonNode array) {
        ObjectNode page =
                JSON.createObjectNode().put("totalCount", array.size()).put("hasMore", true);
        ArrayNode items = page.putArray("items");
        int used = 0;
        for (int i = 0; i < Math.min(MAX_ITEMS, array.size()); i++) {
            used += TOKENS.count(Slice.of(JSON.writeValueAsBytes(array.get(i))));
            if (used > BUDGET) {
                break;
            }
            items.add(array.get(i));
        }
        return page;
    }

    private static ObjectNode withContent(ObjectNode page) {
        ObjectNode result = JSON.createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", JSON.writeValueAsString(page));
        return result;
    }
}
