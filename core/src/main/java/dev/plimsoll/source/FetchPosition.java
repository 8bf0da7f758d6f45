package dev.plimsoll.source;

import org.jspecify.annotations.Nullable;

/**
 * Where to fetch from; a source goes by whichever it likes.
 *
 * @param offset how many rows stand before; always a multiple of the source's {@link PageSource#fetchSize}
 * @param behind the key of the row just before; null at the very beginning, and where rows have none
 */
public record FetchPosition(long offset, @Nullable Object behind) {

    /** The very beginning. */
    public static final FetchPosition START = new FetchPosition(0, null);

    public FetchPosition {
        if (offset < 0) {
            throw new IllegalArgumentException("offset: must be at least 0, got " + offset);
        }
    }
}
