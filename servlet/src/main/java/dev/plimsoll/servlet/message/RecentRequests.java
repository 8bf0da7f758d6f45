package dev.plimsoll.servlet.message;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stores the handlers of recent requests, because a server may deliver a response again, or on another stream of the session.
 * Holds at most 10,000 requests with 16 MB of parameters. Thread-safe.
 */
final class RecentRequests {

    private static final int MAX_REQUESTS = 10_000;
    private static final long MAX_BYTES = 16L << 20;

    private final Map<Key, Entry> entries = new LinkedHashMap<>();
    private long bytes;

    private record Key(String session, String id) {}

    private record Entry(ResponseHandler handler, int bytes) {}

    synchronized void add(String session, String id, ResponseHandler handler, int requestBytes) {
        if (session.isEmpty() || requestBytes > MAX_BYTES) {
            return;
        }
        Entry replaced = entries.remove(new Key(session, id));
        entries.put(new Key(session, id), new Entry(handler, requestBytes));
        bytes += requestBytes - (replaced == null ? 0 : replaced.bytes());
        Iterator<Entry> oldest = entries.values().iterator();
        while (entries.size() > MAX_REQUESTS || bytes > MAX_BYTES) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }

    synchronized @Nullable ResponseHandler find(String session, String id) {
        Entry entry = entries.get(new Key(session, id));
        return entry == null ? null : entry.handler();
    }
}
