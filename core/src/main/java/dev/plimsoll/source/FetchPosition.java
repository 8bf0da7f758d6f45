package dev.plimsoll.source;

import org.jspecify.annotations.Nullable;

/**
 * Position from which rows are fetched. A source uses either the offset or the key.
 *
 * @param offset number of rows before the position; always a multiple of the source's {@link PageSource#fetchSize}
 * @param afterKey key of the row just before the position; null at the start, and if rows have no keys
 */
public record FetchPosition(long offset, @Nullable Object afterKey) {

    /** Start of the source. */
    public static final FetchPosition START = new FetchPosition(0, null);

    public FetchPosition {
        if (offset < 0) {
            throw new IllegalArgumentException("offset: must be at least 0, got " + offset);
        }
    }
}
