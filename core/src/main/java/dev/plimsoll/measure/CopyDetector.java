package dev.plimsoll.measure;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.compare.JsonEquality;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Finder of the text blocks that repeat the structured content. */
public final class CopyDetector {

    // constant seeds are enough here: a server that forges a collision only hides its own block from the
    // count, and the snapshot keeps it
    private static final long SEED_HIGH = 0x9E3779B97F4A7C15L;
    private static final long SEED_LOW = 0xC2B2AE3D27D4EB4FL;

    private CopyDetector() {}

    /**
     * Finds the blocks whose text parses to the structured content or equals its only string. If there are none, and all
     * blocks equal the elements of its only list one by one, finds all blocks.
     */
    public static Copies findCopies(ToolResult result) {
        Slice structured = result.structured();
        if (structured == null) {
            return Copies.NONE;
        }
        BitSet copies = findWholeCopies(result, structured);
        return copies.isEmpty() && ElementCopyDetector.hasElementCopies(result, structured)
                ? Copies.ofElements(result.blocks().size())
                : Copies.ofWhole(copies);
    }

    private static BitSet findWholeCopies(ToolResult result, Slice structured) {
        BitSet copies = new BitSet();
        Slice onlyString = null;
        for (int i = 0; i < result.blocks().size(); i++) {
            ContentBlock contentBlock = result.blocks().get(i);
            if (contentBlock.type() != ContentBlock.Type.TEXT || contentBlock.text() == null) {
                continue;
            }
            Slice text = contentBlock.text();
            Slice decoded = JsonText.hasEscapes(text) ? Slice.of(JsonText.unescape(text)) : text;
            if (equalsStructured(decoded, structured)) {
                copies.set(i);
            } else {
                onlyString = onlyString == null ? findOnlyString(structured) : onlyString;
                copies.set(i, onlyString != null && onlyString.contentEquals(decoded));
            }
        }
        return copies;
    }

    /**
     * Returns the blocks that are treated as copies when tokens are counted: {@code copies} or, if there are none, all
     * blocks of a page that another instance of Plimsoll has made.
     */
    public static Copies findCopiesForCounting(ToolResult result, Copies copies) {
        return copies.isEmpty() ? NestedPageDetector.findCopies(result) : copies;
    }

    private static boolean equalsStructured(Slice text, Slice structured) {
        if (text.contentEquals(structured)) {
            return true;
        }
        Document document = Document.ofDecoded(text);
        return document.isJson() && hasSameData(document.bytes(), structured);
    }

    /** Returns whether two valid documents have the same data. */
    public static boolean hasSameData(Slice one, Slice other) {
        return JsonEquality.isEqual(one, other, SEED_HIGH, SEED_LOW);
    }

    /** Returns the single string value of a document, decoded; null if it has none or several. */
    public static @Nullable Slice findOnlyString(Slice json) {
        Slice found = null;
        byte[] bytes = json.bytes();
        int position = json.from();
        while (position < json.to()) {
            if (bytes[position] != '"') {
                position++;
                continue;
            }
            int end = Json.skipString(bytes, position, json.to());
            int next = Json.skipSpace(bytes, end, json.to());
            boolean isKey = next < json.to() && bytes[next] == ':';
            if (!isKey && found != null) {
                return null;
            }
            found = isKey ? found : new Slice(bytes, position, end);
            position = end;
        }
        return found == null || Json.type(found) != JsonType.STRING
                ? null
                : Slice.of(JsonText.unescape(Json.stringInside(found)));
    }
}
