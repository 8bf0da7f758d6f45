package dev.plimsoll.tokens;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;

/**
 * Iterates over the text that the raw inside of a JSON string represents, in parts, so that a large text is
 * never copied at once. It cuts only at offsets where a piece of o200k_base always begins, so that the counts
 * of the parts add up to the exact count of the text.
 */
final class UnescapedParts {

    private static final int PART_BYTES = 32 * 1024;

    private final Slice inside;
    private int at;
    private Slice part;

    UnescapedParts(Slice inside) {
        this.inside = inside;
        this.part = inside;
    }

    /** Advances to the next part, which is never empty. Returns whether there is one. */
    boolean next() {
        if (at == inside.length()) {
            return false;
        }
        int cut = cut(inside.bytes(), inside.from() + at, inside.to());
        Slice raw = inside.sub(at, cut - inside.from());
        at += raw.length();
        part = JsonText.hasEscapes(raw) ? Slice.of(JsonText.unescape(raw)) : raw;
        return true;
    }

    Slice part() {
        return part;
    }

    /** Returns the length of the escaped text after the part. */
    int remaining() {
        return inside.length() - at;
    }

    private static int cut(byte[] b, int from, int to) {
        for (int i = from + PART_BYTES; i < to; i++) {
            if (b[i] == ' ' && b[i - 1] > ' ' && !isEscapeNear(b, i)) {
                return i;
            }
        }
        return to;
    }

    /**
     * Returns whether an escape may end right before {@code at}. A cut is safe only before a space that follows a visible
     * character, and an escape may represent white space.
     */
    private static boolean isEscapeNear(byte[] b, int at) {
        for (int i = at - 6; i < at; i++) {
            if (b[i] == '\\') {
                return true;
            }
        }
        return false;
    }
}
