package dev.plimsoll.source.live;

import dev.plimsoll.json.Slice;
import dev.plimsoll.source.FetchPosition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows fetched from one source, in chunks of one size and in their order. The {@link RowCache} may evict the rows of a
 * chunk.
 */
final class FetchedChunks {

    private final RowCache rowCache;
    private final int chunkSize;
    private final List<FetchedRows> chunks = new ArrayList<>();
    private @Nullable Object lastKey;
    private long rowCount;
    private long bytes;

    FetchedChunks(RowCache rowCache, int chunkSize) {
        this.rowCache = rowCache;
        this.chunkSize = chunkSize;
    }

    boolean isEmpty() {
        return chunks.isEmpty();
    }

    long rowCount() {
        return rowCount;
    }

    /** Returns the average bytes of a row with its comma; 0 if there is no row. */
    long bytesPerRow() {
        return rowCount == 0 ? 0 : bytes / rowCount + 1;
    }

    /** Returns the position after all rows. */
    FetchPosition end() {
        return new FetchPosition(rowCount, lastKey);
    }

    /** Returns the position of the chunk that contains a row. */
    FetchPosition positionOf(int row) {
        int chunkIndex = row / chunkSize;
        return new FetchPosition(
                (long) chunkIndex * chunkSize, chunks.get(chunkIndex).keyBefore());
    }

    /** Adds the next chunk, unless it has no rows. */
    void add(SourceReader.Fetched fetched) {
        int count = fetched.rows().size();
        if (count > 0) {
            FetchedRows fetchedRows = new FetchedRows(
                    lastKey, fetched.fingerprint(), fetched.array().length(), fetched.rows());
            chunks.add(fetchedRows);
            rowCache.add(fetchedRows);
            lastKey = fetched.keys().get(count - 1);
        }
        rowCount += count;
        bytes += fetched.array().length();
    }

    /** Returns a row; null if it was evicted. */
    @Nullable Slice row(int row) {
        List<Slice> rows = rowCache.rows(chunks.get(row / chunkSize));
        return rows == null ? null : rows.get(row % chunkSize);
    }

    /**
     * Restores the evicted chunk that contains a row, from the result of another fetch. Returns false if the chunk had
     * different rows.
     */
    boolean restore(int row, SourceReader.Fetched fetched) {
        FetchedRows fetchedRows = chunks.get(row / chunkSize);
        boolean isRestored = rowCache.restore(fetchedRows, fetched.fingerprint(), fetched.rows());
        if (isRestored) {
            rowCache.add(fetchedRows);
        }
        return isRestored;
    }

    void clear() {
        rowCache.removeAll(chunks);
        chunks.clear();
        rowCount = 0;
    }
}
