package dev.plimsoll.source.live;

import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one fetch. The rows may be evicted; their fingerprint stays, so that a later fetch can be compared with
 * them. Guarded by the {@link RowCache}.
 */
final class FetchedRows {

    private final @Nullable Object keyBefore;
    private final int count;
    private final String fingerprint;
    private final int bytes;
    private @Nullable List<Slice> rows;

    /**
     * Creates a chunk.
     *
     * @param keyBefore the key of the row before the first of these rows; null if there is none
     * @param fingerprint a text that is equal for equal rows
     */
    FetchedRows(@Nullable Object keyBefore, String fingerprint, int bytes, List<Slice> rows) {
        this.keyBefore = keyBefore;
        this.count = rows.size();
        this.fingerprint = fingerprint;
        this.bytes = bytes;
        this.rows = List.copyOf(rows);
    }

    @Nullable Object keyBefore() {
        return keyBefore;
    }

    int bytes() {
        return bytes;
    }

    @Nullable List<Slice> rows() {
        return rows;
    }

    void evict() {
        rows = null;
    }

    /**
     * Restores evicted rows from another fetch. Returns false, and restores nothing, if the other rows are not equal.
     */
    boolean restore(String otherFingerprint, List<Slice> otherRows) {
        boolean isEqual = otherRows.size() == count && otherFingerprint.equals(fingerprint);
        rows = isEqual ? List.copyOf(otherRows) : rows;
        return isEqual;
    }
}
