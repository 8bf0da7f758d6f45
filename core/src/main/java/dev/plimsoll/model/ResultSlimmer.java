package dev.plimsoll.model;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes white space between tokens and unnecessary escapes from the JSON of a result, and from JSON in its texts. All
 * values stay equal, also other texts, images, and links.
 */
public final class ResultSlimmer {

    /** A text that gets shorter; {@code original} is the inside of its string in the result. */
    private record SlimText(Slice original, Slice text) {}

    private ResultSlimmer() {}

    /**
     * Returns the slimmed result; null if its data would not get shorter, or would be longer than {@code maxBytes}. Of
     * most results far above that size, only the beginning is read.
     *
     * @param copies blocks that repeat the structured content
     * @param maxBytes maximum bytes of one copy of the data, unescaped
     */
    public static @Nullable Slice slim(ToolResult result, Copies copies, int maxBytes) {
        if (!canFit(result, copies, maxBytes)) {
            return null;
        }
        List<SlimText> texts = new ArrayList<>();
        for (ContentBlock block : result.blocks()) {
            addSlimText(block, texts);
        }
        Slice structured = result.structured();
        boolean isShorter = !texts.isEmpty() || (structured != null && isSlimmable(structured));
        return isShorter ? write(result.raw(), texts) : null;
    }

    /**
     * Returns the block with the JSON in its text slimmed. Returns the block itself if its text would not get shorter, or
     * would be longer than {@code maxBytes}.
     */
    public static ContentBlock slim(ContentBlock block, int maxBytes) {
        List<SlimText> texts = new ArrayList<>();
        if (block.text() != null && JsonText.minSlimLength(block.text(), maxBytes) <= maxBytes) {
            addSlimText(block, texts);
        }
        if (texts.isEmpty()) {
            return block;
        }
        Slice slim = write(block.raw(), texts);
        Elements elements = Elements.of(new ByteSink(slim.length() + 2)
                .raw((byte) '[')
                .raw(slim)
                .raw((byte) ']')
                .slice());
        elements.next();
        return ContentBlock.of(elements);
    }

    private static boolean canFit(ToolResult result, Copies copies, int maxBytes) {
        long remainingBytes = maxBytes;
        for (int i = 0; i < result.blocks().size() && remainingBytes >= 0; i++) {
            Slice text = result.blocks().get(i).text();
            if (text == null) {
                continue;
            }
            long minLength = JsonText.minSlimLength(text, (int) remainingBytes);
            remainingBytes =
                    copies.contains(i) && minLength <= remainingBytes ? remainingBytes : remainingBytes - minLength;
        }
        Slice structured = result.structured();
        return remainingBytes >= 0 && (structured == null || !Json.exceeds(structured, (int) remainingBytes));
    }

    private static void addSlimText(ContentBlock block, List<SlimText> texts) {
        Slice inside = block.text();
        if (inside == null || !JsonText.mayBeContainer(inside)) {
            return;
        }
        Slice decoded = JsonText.hasEscapes(inside) ? JsonText.unescapeToSlice(inside) : inside;
        CheckedJson json = Document.parseContainer(decoded);
        if (json != null && (json.value().length() < decoded.length() || isSlimmable(json.value()))) {
            Slice text = new ByteSink(decoded.length()).json(json.value()).slice();
            texts.add(new SlimText(inside, text));
        }
    }

    private static boolean isSlimmable(Slice json) {
        return !Json.exceeds(json, json.length() - 1);
    }

    private static Slice write(Slice raw, List<SlimText> texts) {
        ByteSink out = new ByteSink(raw.length());
        int from = raw.from();
        for (SlimText slimText : texts) {
            // the quotes around the text are excluded, so that no token is cut in two
            out.json(new Slice(raw.bytes(), from, slimText.original.from() - 1)).string(slimText.text);
            from = slimText.original.to() + 1;
        }
        return out.json(new Slice(raw.bytes(), from, raw.to())).slice();
    }
}
