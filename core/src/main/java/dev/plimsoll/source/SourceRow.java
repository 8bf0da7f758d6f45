package dev.plimsoll.source;

import org.jspecify.annotations.Nullable;

/**
 * One item of a source.
 *
 * @param value what becomes its JSON: a map, a record, a text, whatever the server's JSON binding writes
 * @param key where it stands in the source's order, told apart from every other row by {@code equals}; it is what the next
 *     page is fetched behind. Null where the source goes by offset alone: then rows that move go unseen
 */
public record SourceRow(@Nullable Object value, @Nullable Object key) {

    /** A row of a source that goes by offset. */
    public static SourceRow of(@Nullable Object value) {
        return new SourceRow(value, null);
    }
}
