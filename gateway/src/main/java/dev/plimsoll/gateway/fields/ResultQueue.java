package dev.plimsoll.gateway.fields;

import dev.plimsoll.json.Slice;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queue of results for one reader thread. It holds at most one result of each tool, and a limited number of bytes. */
final class ResultQueue {

    private final long maxBytes;
    private final Map<String, Slice> results = new LinkedHashMap<>();
    private long bytes;
    private boolean hasReader;

    ResultQueue(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    record Entry(String tool, Slice result) {}

    /**
     * Adds a result, unless one of this tool waits or the queue is full.
     *
     * @return whether the caller must start a reader, which calls {@link #next} until it returns null
     */
    synchronized boolean add(String tool, Slice result) {
        if (results.containsKey(tool) || bytes + result.length() > maxBytes) {
            return false;
        }
        results.put(tool, result);
        bytes += result.length();
        boolean needsReader = !hasReader;
        hasReader = true;
        return needsReader;
    }

    /** Returns whether no result waits and no reader runs. */
    synchronized boolean isIdle() {
        return !hasReader;
    }

    /** Removes and returns the oldest result; null if there is none, which ends the reader. */
    synchronized @Nullable Entry next() {
        Iterator<Map.Entry<String, Slice>> oldest = results.entrySet().iterator();
        if (!oldest.hasNext()) {
            hasReader = false;
            return null;
        }
        Map.Entry<String, Slice> entry = oldest.next();
        oldest.remove();
        bytes -= entry.getValue().length();
        return new Entry(entry.getKey(), entry.getValue());
    }
}
