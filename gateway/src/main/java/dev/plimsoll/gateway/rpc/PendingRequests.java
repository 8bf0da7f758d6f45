package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for their responses, in the order in which they were sent. A response finds its request
 * by ID, even if the server returns a number as a string or a string as a number. Each request ends exactly
 * once (by a response, a failure, a cancellation, a timeout, or the end of the connection), because only the
 * thread that removes it handles its end. Thread-safe.
 *
 * @param <H> type of the objects that handle the end of a request
 */
public final class PendingRequests<H> {

    public static final int MAX_PENDING = 10_000;

    private static final int MAX_TOKEN_BYTES = 256;

    private final int limit;
    private final LongSupplier nanoClock;
    private final Map<String, Entry<H>> entryByKey = new LinkedHashMap<>();

    /** A pending request. */
    private static final class Entry<H> {

        private final @Nullable String method;
        private final @Nullable String progressToken;
        private H handler;
        /** When the request was sent, or when the other end last reported progress. */
        private long lastProgressNanos;

        Entry(@Nullable String method, @Nullable String progressToken, H handler, long nanos) {
            this.method = method;
            this.progressToken = progressToken;
            this.handler = handler;
            this.lastProgressNanos = nanos;
        }
    }

    public PendingRequests() {
        this(MAX_PENDING);
    }

    /** @param limit the most requests that can be pending at the same time */
    public PendingRequests(int limit) {
        this(limit, System::nanoTime);
    }

    PendingRequests(int limit, LongSupplier nanoClock) {
        this.limit = limit;
        this.nanoClock = nanoClock;
    }

    /** Adds a request. Returns false if too many requests are pending, or if a pending request has its ID. */
    public boolean add(Message request, H handler) {
        return add(Objects.requireNonNull(request.id()), request, handler);
    }

    /**
     * Adds a request that is sent with another ID. Returns false if too many requests are pending, or if a
     * pending request has this ID.
     */
    public boolean add(Slice id, Message request, H handler) {
        Slice token = RequestMeta.progressToken(request);
        String tokenText = token == null || token.length() > MAX_TOKEN_BYTES ? null : token.utf8();
        return add(RequestId.key(id), new Entry<>(request.method(), tokenText, handler, nanoClock.getAsLong()));
    }

    /** Adds a request of which only the ID is known: its progress is not noticed. */
    public boolean add(Slice id, H handler) {
        return add(RequestId.key(id), new Entry<>(null, null, handler, nanoClock.getAsLong()));
    }

    private synchronized boolean add(String key, Entry<H> entry) {
        return entryByKey.size() < limit && entryByKey.putIfAbsent(key, entry) == null;
    }

    /** Returns the handler of the request with this ID, written as a string or as a number; null if none is pending. */
    public synchronized @Nullable H find(Slice id) {
        String key = RequestId.key(id);
        Entry<H> entry = entryByKey.get(key);
        return handlerOf(entry == null ? entryByKey.get(RequestId.keyOfOtherType(key)) : entry);
    }

    /**
     * Removes the request with this ID, written as a string or as a number. Returns its handler; null if none
     * is pending.
     */
    public synchronized @Nullable H remove(Slice id) {
        String key = RequestId.key(id);
        Entry<H> entry = entryByKey.remove(key);
        return handlerOf(entry == null ? entryByKey.remove(RequestId.keyOfOtherType(key)) : entry);
    }

    /**
     * Removes the request that its sender cancels: the ID must have the same type. Returns its handler; null
     * if none is pending.
     */
    public synchronized @Nullable H cancel(Slice id) {
        return handlerOf(entryByKey.remove(RequestId.key(id)));
    }

    private static <H> @Nullable H handlerOf(@Nullable Entry<H> entry) {
        return entry == null ? null : entry.handler;
    }

    /** Removes the request with this ID. Returns false if it has ended, or if another handler handles it. */
    public synchronized boolean remove(Slice id, H expected) {
        String key = RequestId.key(id);
        return isHandledBy(expected, entryByKey.get(key)) && entryByKey.remove(key) != null;
    }

    /**
     * Replaces the handler of the request with this ID. Returns false if it has ended, or if its handler is
     * not {@code expected}.
     */
    public synchronized boolean transfer(Slice id, H expected, H handler) {
        Entry<H> entry = entryByKey.get(RequestId.key(id));
        if (entry == null || !isHandledBy(expected, entry)) {
            return false;
        }
        entry.handler = handler;
        return true;
    }

    /** Compares the handlers by identity: an equal handler may belong to another request. */
    @SuppressWarnings("ReferenceEquality")
    private static <H> boolean isHandledBy(H expected, @Nullable Entry<H> entry) {
        return entry != null && entry.handler == expected;
    }

    /** If the message reports progress, records that the other end works on the request with its progress token. */
    public void onProgress(Message notification) {
        Slice params = "notifications/progress".equals(notification.method()) ? notification.params() : null;
        Slice token = params == null ? null : ObjectEdit.valueIn(params, "progressToken");
        if (token != null && token.length() <= MAX_TOKEN_BYTES) {
            onProgress(token.utf8());
        }
    }

    private synchronized void onProgress(String token) {
        for (Entry<H> entry : entryByKey.values()) {
            if (token.equals(entry.progressToken)) {
                entry.lastProgressNanos = nanoClock.getAsLong();
            }
        }
    }

    /**
     * Removes the requests without progress since that time, except requests without a time limit. Returns
     * their handlers.
     */
    public List<H> removeSilentSince(long nanos) {
        return removeEntries(entry -> entry.lastProgressNanos - nanos < 0 && !ProtocolMethod.isLongLived(entry.method));
    }

    /** Removes the requests whose handlers match. Returns these handlers. */
    public List<H> removeIf(Predicate<H> filter) {
        return removeEntries(entry -> filter.test(entry.handler));
    }

    public List<H> removeAll() {
        return removeEntries(entry -> true);
    }

    private synchronized List<H> removeEntries(Predicate<Entry<H>> filter) {
        if (entryByKey.isEmpty()) {
            return List.of();
        }
        List<H> removed = new ArrayList<>();
        entryByKey.values().removeIf(entry -> filter.test(entry) && removed.add(entry.handler));
        return removed;
    }

    /** Returns the handlers, oldest request first. */
    public synchronized List<H> handlers() {
        List<H> handlers = new ArrayList<>(entryByKey.size());
        entryByKey.values().forEach(entry -> handlers.add(entry.handler));
        return handlers;
    }

    public synchronized int size() {
        return entryByKey.size();
    }

    public boolean isEmpty() {
        return size() == 0;
    }
}
