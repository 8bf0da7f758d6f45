package dev.plimsoll.measure;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ToolResult;
import org.jspecify.annotations.Nullable;

/**
 * Detector of text blocks that repeat the elements of a list. FastMCP sends a list this way: one block for each element,
 * and the whole list as structured content.
 */
final class ElementCopyDetector {

    private ElementCopyDetector() {}

    /** Returns whether all blocks are texts that equal the elements of the only list in the structured content. */
    static boolean hasElementCopies(ToolResult result, Slice structured) {
        boolean areAllTexts = !result.blocks().isEmpty()
                && result.blocks().stream().allMatch(block -> block.type() == ContentBlock.Type.TEXT);
        Slice list = areAllTexts ? onlyList(structured) : null;
        if (list == null) {
            return false;
        }
        Elements elements = Elements.of(list);
        for (ContentBlock block : result.blocks()) {
            if (!elements.next() || !isElement(block, elements.value())) {
                return false;
            }
        }
        return !elements.next();
    }

    private static @Nullable Slice onlyList(Slice structured) {
        if (Json.type(structured) != JsonType.OBJECT) {
            return null;
        }
        Slice found = null;
        Members members = Members.of(structured);
        while (members.next()) {
            if (members.type() == JsonType.ARRAY) {
                if (found != null) {
                    return null;
                }
                found = members.value();
            }
        }
        return found;
    }

    /**
     * Returns whether the text of the block is the JSON of the element, the value of an element that is a string, or the
     * text of an element that is itself a text block.
     */
    private static boolean isElement(ContentBlock block, Slice element) {
        Slice inside = block.text();
        if (inside == null) {
            return false;
        }
        Slice text = JsonText.hasEscapes(inside) ? JsonText.unescapeToSlice(inside) : inside;
        if (Json.type(element) == JsonType.STRING) {
            return text.contentEquals(JsonText.unescapeToSlice(Json.stringInside(element)));
        }
        boolean hasSameData = Json.isValid(text) && CopyDetector.hasSameData(text, element);
        return hasSameData || isTextBlock(element, text);
    }

    /** Returns whether the element is a text block with this text. */
    private static boolean isTextBlock(Slice element, Slice text) {
        Slice elementText = Json.type(element) == JsonType.OBJECT ? Members.get(element, "text") : null;
        Slice type = elementText == null ? null : Members.get(element, "type");
        return elementText != null
                && type != null
                && type.contentEquals(Slice.of("\"text\""))
                && Json.type(elementText) == JsonType.STRING
                && text.contentEquals(JsonText.unescapeToSlice(Json.stringInside(elementText)));
    }
}
