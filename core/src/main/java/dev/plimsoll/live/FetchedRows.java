package dev.plimsoll.live;

import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of one fetch. They may be evicted; their fingerprint stays. Guarded by the {@link RowCache}. */
final class FetchedRows {

    private final @Nullable Object behind;
    private final int count;
    private final String print;
    private final int bytes;
    private @Nullable List<Slice> rows;

    /**
     * Creates a chunk.
     *
     * @param keyBefore the key of the row before it
     * @param fingerprint a text that is equal for equal rows
     */
    FetchedRows(@Nullable Object keyBefore, String fingerprint, int bytes, List<Slice> rows) {
        this.behind = keyBefore;
        this.count = rows.size();
        this.print = fingerprint;
        this.bytes = bytes;
        this.rows = List.copyOf(rows);
    }

    @Nullable Object behind() {
        return behind;
    }

    int bytes() {
        return bytes;
    }

    @Nullable List<Slice> rows() {
        return rows;
    }

    void drop() {
        rows = null;
    }

    /** Restores the rows from another fetch if they are equal; returns whether they are. */
    boolean refill(String otherFingerprint, List<Slice> otherRows) {
        boolean same = otherRows.size() == count && otherFingerprint.equals(print);
        rows = same ? List.copyOf(otherRows) : rows;
        return same;
    }
}
