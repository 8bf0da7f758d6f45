package dev.plimsoll.live;

import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of all sources that are held in memory: those not used for longest go first. Safe for use by many threads. */
final class Keeping {

    private final long most;
    private final Map<Chunk, Boolean> held = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    Keeping(long most) {
        this.most = most;
    }

    synchronized void hold(Chunk chunk) {
        if (held.put(chunk, true) == null) {
            bytes += chunk.bytes();
        }
        var oldest = held.keySet().iterator();
        while (bytes > most && held.size() > 1) {
            Chunk gone = oldest.next();
            bytes -= gone.bytes();
            gone.drop();
            oldest.remove();
        }
    }

    /** Null when they were dropped. */
    synchronized @Nullable List<Slice> rows(Chunk chunk) {
        return held.get(chunk) == null ? null : chunk.rows();
    }

    synchronized boolean refill(Chunk chunk, String print, List<Slice> again) {
        return chunk.refill(print, again);
    }

    synchronized void drop(Iterable<Chunk> chunks) {
        for (Chunk chunk : chunks) {
            if (held.remove(chunk) != null) {
                bytes -= chunk.bytes();
                chunk.drop();
            }
        }
    }

    synchronized long bytes() {
        return bytes;
    }
}
