package dev.plimsoll.source;

import org.jspecify.annotations.Nullable;

/**
 * Item of a source.
 *
 * @param value value that becomes JSON: a map, record, text, or anything else that the server's JSON binding writes
 * @param key position in the source's order, unique by {@code equals}; the next page is fetched after it. Null if the source
 *     uses only offsets; then moved rows are not detected
 */
public record SourceRow(@Nullable Object value, @Nullable Object key) {

    /** Creates a row of a source that uses offsets. */
    public static SourceRow of(@Nullable Object value) {
        return new SourceRow(value, null);
    }
}
