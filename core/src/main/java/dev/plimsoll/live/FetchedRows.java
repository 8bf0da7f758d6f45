package dev.plimsoll.live;

import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one fetch gave. Its rows may be dropped to make room; what tells them from others stays. Guarded by its keeper. */
final class FetchedRows {

    private final @Nullable Object behind;
    private final int count;
    private final String print;
    private final int bytes;
    private @Nullable List<Slice> rows;

    /**
     * A chunk.
     *
     * @param behind the key of the row before it
     * @param print the same for rows that say the same
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

    /** Takes the rows of another fetch, if they are the same. */
    boolean refill(String otherPrint, List<Slice> again) {
        boolean same = again.size() == count && otherPrint.equals(print);
        rows = same ? List.copyOf(again) : rows;
        return same;
    }
}
