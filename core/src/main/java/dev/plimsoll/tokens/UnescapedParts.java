package dev.plimsoll.tokens;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;

/**
 * Iterator over the text that the raw inside of a JSON string represents, in parts, so that a large text is
 * never copied at once. It cuts only at offsets where a piece of o200k_base always begins, so that the counts
 * of the parts add up to the exact count of the text.
 */
final class UnescapedParts {

    private static final int PART_BYTES = 32 * 1024;

    private final Slice inside;
    private int position;
    private Slice part;

    UnescapedParts(Slice inside) {
        this.inside = inside;
        this.part = inside;
    }

    /** Advances to the next part, which is never empty. Returns whether there is one. */
    boolean next() {
        if (position == inside.length()) {
            return false;
        }
        int cut = nextCut(inside.bytes(), inside.from() + position, inside.to());
        Slice raw = inside.sub(position, cut - inside.from());
        position += raw.length();
        part = JsonText.hasEscapes(raw) ? Slice.of(JsonText.unescape(raw)) : raw;
        return true;
    }

    Slice part() {
        return part;
    }

    /** Returns the length of the escaped text after the part. */
    int remaining() {
        return inside.length() - position;
    }

    /** Returns the first offset after {@code PART_BYTES} where the text can be cut, or its end. */
    private static int nextCut(byte[] bytes, int from, int to) {
        for (int i = from + PART_BYTES; i < to; i++) {
            if (bytes[i] == ' ' && bytes[i - 1] > ' ' && !isEscapeNear(bytes, i)) {
                return i;
            }
        }
        return to;
    }

    /**
     * Returns whether an escape may end right before {@code position}. A cut is safe only before a space that follows a visible
     * character, and an escape may represent white space.
     */
    private static boolean isEscapeNear(byte[] bytes, int position) {
        for (int i = position - 6; i < position; i++) {
            if (bytes[i] == '\\') {
                return true;
            }
        }
        return false;
    }
}
