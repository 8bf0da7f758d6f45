package dev.plimsoll.format.data;

import dev.plimsoll.json.Slice;

/**
 * Text around data that is not part of it.
 *
 * @param before the text before the data; may be empty
 * @param after the text after the data, and between its parts; may be empty
 */
public record OtherText(Slice before, Slice after) {

    /** No other text. */
    public static final OtherText NONE = new OtherText(Slice.of(""), Slice.of(""));

    /** Maximum number of lines of other text around data. A text with more is not read as data. */
    public static final int MAX_LINES = 5;

    /** Returns whether there is no other text. */
    public boolean isNone() {
        return before.isEmpty() && after.isEmpty();
    }
}
