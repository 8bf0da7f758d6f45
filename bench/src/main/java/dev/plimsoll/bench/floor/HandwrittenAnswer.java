package dev.plimsoll.bench.floor;

import dev.plimsoll.json.Slice;
import dev.plimsoll.tokens.TokenCounter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Creates the first page of a result with minimal handwritten code, without checks, exact counts, cursors, or receipts. It uses
 * the engine's own estimate of tokens, so that its pages have about the same size as the engine's.
 */
public final class HandwrittenAnswer {

    private static final int BUDGET = 3600;
    private static final int MAX_ITEMS = 50;
    private static final byte[] BEGIN = ascii("{\"content\":[{\"type\":\"text\",\"text\":\"");
    private static final Slice HEADER = Slice.of("{\"notice\":\"a page\",\"hasMore\":true,\"items\":[");
    private static final Slice FOOTER = Slice.of("]}");
    private static final TokenCounter TOKENS = TokenCounter.classes();

    private HandwrittenAnswer() {}

    /**
     * The answer, and the data that would be stored for follow-up reads: {@code bounds} has the start and the end of
     * each item in the document.
     */
    public record Answer(Slice message, Slice document, int[] bounds, long tokens) {}

    /** Answers an array in one text block. */
    public static Answer text(Slice result) {
        Slice document = HandwrittenJson.unescape(
                result.bytes(), HandwrittenJson.after(result.bytes(), 0, HandwrittenJson.TEXT_START));
        return answer(document, HandwrittenJson.after(document.bytes(), 0, "["), false);
    }

    /** Answers an array in an object under {@code structuredContent}. */
    public static Answer structured(Slice result) {
        byte[] bytes = result.bytes();
        int from = HandwrittenJson.after(bytes, 0, "\"structuredContent\":");
        return answer(new Slice(bytes, from, bytes.length - 1), HandwrittenJson.after(bytes, from, "["), true);
    }

    /**
     * Answers an array in an object under {@code structuredContent}, after checking that the text block before it is a copy.
     */
    public static Answer structuredWithText(Slice result) {
        byte[] bytes = result.bytes();
        Slice text = HandwrittenJson.unescape(bytes, HandwrittenJson.after(bytes, 0, HandwrittenJson.TEXT_START));
        // the structured content has as many bytes as its copy in the text, and is followed only by a brace
        Slice document = new Slice(bytes, bytes.length - 1 - text.length(), bytes.length - 1);
        if (!text.contentEquals(document)) {
            throw new IllegalArgumentException("the text must repeat the structured content");
        }
        return answer(document, HandwrittenJson.after(bytes, document.from(), "["), true);
    }

    private static Answer answer(Slice document, int arrayFrom, boolean isStructured) {
        long tokens = TOKENS.count(document);
        int[] bounds = HandwrittenJson.index(document.bytes(), arrayFrom);
        int end = pageEnd(document.bytes(), bounds);
        Slice page = new Slice(document.bytes(), bounds[0], bounds[end - 1]);
        return new Answer(page(page, isStructured), document, bounds, tokens);
    }

    private static int pageEnd(byte[] bytes, int[] bounds) {
        int used = 0;
        int i = 0;
        while (i < bounds.length && i < 2 * MAX_ITEMS) {
            used += TOKENS.count(new Slice(bytes, bounds[i], bounds[i + 1]));
            if (used > BUDGET) {
                break;
            }
            i += 2;
        }
        return i;
    }

    /** Creates a result whose text block, and structured content if requested, contain the given items. */
    public static Slice page(Slice items, boolean isStructured) {
        byte[] out = new byte[(isStructured ? 3 : 2) * (items.length() + 256)];
        System.arraycopy(BEGIN, 0, out, 0, BEGIN.length);
        int size = HandwrittenJson.escape(HEADER, out, BEGIN.length);
        size = HandwrittenJson.escape(items, out, size);
        size = HandwrittenJson.escape(FOOTER, out, size);
        size = put(ascii("\"}]"), out, size);
        if (isStructured) {
            size = put(ascii(",\"structuredContent\":"), out, size);
            size = put(HEADER.bytes(), out, size);
            System.arraycopy(items.bytes(), items.from(), out, size, items.length());
            size = put(FOOTER.bytes(), out, size + items.length());
        }
        size = put(ascii("}"), out, size);
        return Slice.of(Arrays.copyOf(out, size));
    }

    private static int put(byte[] bytes, byte[] out, int size) {
        System.arraycopy(bytes, 0, out, size, bytes.length);
        return size + bytes.length;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
