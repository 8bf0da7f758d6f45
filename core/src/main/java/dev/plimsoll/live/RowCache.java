package dev.plimsoll.live;

import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cache of the rows of all sources in memory; the least recently used are evicted first. Safe for use by many threads. */
final class RowCache {

    private final long most;
    private final Map<FetchedRows, Boolean> held = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    RowCache(long maxBytes) {
        this.most = maxBytes;
    }

    synchronized void hold(FetchedRows fetchedRows) {
        if (held.put(fetchedRows, true) == null) {
            bytes += fetchedRows.bytes();
        }
        var oldest = held.keySet().iterator();
        while (bytes > most && held.size() > 1) {
            FetchedRows evicted = oldest.next();
            bytes -= evicted.bytes();
            evicted.drop();
            oldest.remove();
        }
    }

    /** Returns the rows; null if they were evicted. */
    synchronized @Nullable List<Slice> rows(FetchedRows fetchedRows) {
        return held.get(fetchedRows) == null ? null : fetchedRows.rows();
    }

    synchronized boolean refill(FetchedRows fetchedRows, String fingerprint, List<Slice> fetched) {
        return fetchedRows.refill(fingerprint, fetched);
    }

    synchronized void drop(Iterable<FetchedRows> chunks) {
        for (FetchedRows fetchedRows : chunks) {
            if (held.remove(fetchedRows) != null) {
                bytes -= fetchedRows.bytes();
                fetchedRows.drop();
            }
        }
    }

    synchronized long bytes() {
        return bytes;
    }
}
