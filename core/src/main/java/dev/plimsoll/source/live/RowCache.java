package dev.plimsoll.source.live;

import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the fetched rows of all sources. Evicts the least recently used chunks if the bytes exceed the limit.
 * Thread-safe.
 */
final class RowCache {

    private final long maxBytes;
    private final Map<FetchedRows, Boolean> chunksByUse = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    RowCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    synchronized void add(FetchedRows fetchedRows) {
        if (chunksByUse.put(fetchedRows, true) == null) {
            bytes += fetchedRows.bytes();
        }
        var oldest = chunksByUse.keySet().iterator();
        while (bytes > maxBytes && chunksByUse.size() > 1) {
            FetchedRows evicted = oldest.next();
            bytes -= evicted.bytes();
            evicted.evict();
            oldest.remove();
        }
    }

    /** Returns the rows; null if they were evicted. */
    synchronized @Nullable List<Slice> rows(FetchedRows fetchedRows) {
        return chunksByUse.get(fetchedRows) == null ? null : fetchedRows.rows();
    }

    synchronized boolean restore(FetchedRows fetchedRows, String fingerprint, List<Slice> fetched) {
        return fetchedRows.restore(fingerprint, fetched);
    }

    synchronized void removeAll(Iterable<FetchedRows> chunks) {
        for (FetchedRows fetchedRows : chunks) {
            if (chunksByUse.remove(fetchedRows) != null) {
                bytes -= fetchedRows.bytes();
                fetchedRows.evict();
            }
        }
    }

    synchronized long bytes() {
        return bytes;
    }
}
