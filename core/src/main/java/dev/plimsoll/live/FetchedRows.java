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
     * @param behind the key of the row before it
     * @param print a fingerprint, which is equal for equal rows
     */
    FetchedRows(@Nullable Object behind, String print, int bytes, List<Slice> rows) {
        this.behind = behind;
        this.count = rows.size();
        this.print = print;
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
    boolean refill(String otherPrint, List<Slice> again) {
        boolean same = again.size() == count && otherPrint.equals(print);
        rows = same ? List.copyOf(again) : rows;
        return same;
    }
}
