package dev.plimsoll.source;

import org.jspecify.annotations.Nullable;

/**
 * Item of a source.
 *
 * @param value value that becomes JSON: a map, record, text, or anything else that the server's JSON binding writes
 * @param key position of the row in the order of the source; no two rows have equal keys. The next rows are
 * fetched after the key of the last row. Null if the source uses only offsets: repeated rows are then not
 * detected
 */
public record SourceRow(@Nullable Object value, @Nullable Object key) {

    /** Creates a row of a source that uses offsets. */
    public static SourceRow of(@Nullable Object value) {
        return new SourceRow(value, null);
    }
}
