package dev.plimsoll.source;

import org.jspecify.annotations.Nullable;

/**
 * Position to fetch rows from. A source uses either the offset or the key.
 *
 * @param offset number of rows before it; always a multiple of the source's {@link PageSource#fetchSize}
 * @param afterKey key of the row just before; null at the start, and if rows have no keys
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
