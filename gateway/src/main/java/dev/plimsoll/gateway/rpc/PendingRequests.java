package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for their responses, in the order in which they were sent. A response finds its request
 * by ID, even if the server returns a number as a string or a string as a number. Each request ends exactly
 * once (by a response, a failure, a cancellation, a timeout, or the end of the connection), because only the
 * thread that removes it handles its end. Thread-safe.
 *
 * @param <V> type of the value that the owner adds to each request, such as the object that handles its end
 */
public final class PendingRequests<V> {

    public static final int MAX_PENDING = 10_000;

    private static final int MAX_TOKEN_BYTES = 256;

    private final int limit;
    private final LongSupplier nanoClock;
    private final SequencedMap<String, Entry<V>> entryByKey = new LinkedHashMap<>();

    /** A pending request. */
    private static final class Entry<V> {

        private final @Nullable String method;
        private final @Nullable String progressToken;
        private V value;
        /** When the request was sent, or when the other end last reported progress. */
        private long lastProgressNanos;

        Entry(@Nullable String method, @Nullable String progressToken, V value, long nanos) {
            this.method = method;
            this.progressToken = progressToken;
            this.value = value;
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
    public boolean add(Message request, V value) {
        return add(Objects.requireNonNull(request.id()), request, value);
    }

    /**
     * Adds a request that is sent with another ID. Returns false if too many requests are pending, or if a
     * pending request has this ID.
     */
    public boolean add(Slice id, Message request, V value) {
        Slice token = RequestMeta.progressToken(request);
        String tokenText = token == null || token.length() > MAX_TOKEN_BYTES ? null : token.utf8();
        return add(RequestId.key(id), new Entry<>(request.method(), tokenText, value, nanoClock.getAsLong()));
    }

    /** Adds a request of which only the ID is known: its progress is not noticed. */
    public boolean add(Slice id, V value) {
        return add(RequestId.key(id), new Entry<>(null, null, value, nanoClock.getAsLong()));
    }

    private synchronized boolean add(String key, Entry<V> entry) {
        return entryByKey.size() < limit && entryByKey.putIfAbsent(key, entry) == null;
    }

    /** Returns the value of the request with this ID, written as a string or as a number; null if none is pending. */
    public synchronized @Nullable V find(Slice id) {
        String key = RequestId.key(id);
        Entry<V> entry = entryByKey.get(key);
        return valueOf(entry == null ? entryByKey.get(RequestId.keyOfOtherType(key)) : entry);
    }

    /**
     * Removes the request with this ID, written as a string or as a number. Returns its value; null if none
     * is pending.
     */
    public synchronized @Nullable V remove(Slice id) {
        String key = RequestId.key(id);
        Entry<V> entry = entryByKey.remove(key);
        return valueOf(entry == null ? entryByKey.remove(RequestId.keyOfOtherType(key)) : entry);
    }

    /**
     * Removes the request that its sender cancels: the ID must have the same type. Returns its value; null
     * if none is pending.
     */
    public synchronized @Nullable V cancel(Slice id) {
        return valueOf(entryByKey.remove(RequestId.key(id)));
    }

    private static <V> @Nullable V valueOf(@Nullable Entry<V> entry) {
        return entry == null ? null : entry.value;
    }

    /** Removes the request with this ID. Returns false if it has ended, or if it has another value. */
    public synchronized boolean remove(Slice id, V expected) {
        String key = RequestId.key(id);
        return hasValue(expected, entryByKey.get(key)) && entryByKey.remove(key) != null;
    }

    /** Returns whether the request with this ID is pending and has this value. */
    public synchronized boolean isPending(Slice id, V expected) {
        return hasValue(expected, entryByKey.get(RequestId.key(id)));
    }

    /**
     * Replaces the value of the request with this ID. Returns false if it has ended, or if its value is
     * not {@code expected}.
     */
    public synchronized boolean replace(Slice id, V expected, V newValue) {
        Entry<V> entry = entryByKey.get(RequestId.key(id));
        if (entry == null || !hasValue(expected, entry)) {
            return false;
        }
        entry.value = newValue;
        return true;
    }

    /** Compares the values by identity: an equal value may belong to another request. */
    @SuppressWarnings("ReferenceEquality")
    private static <V> boolean hasValue(V expected, @Nullable Entry<V> entry) {
        return entry != null && entry.value == expected;
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
        for (Entry<V> entry : entryByKey.values()) {
            if (token.equals(entry.progressToken)) {
                entry.lastProgressNanos = nanoClock.getAsLong();
            }
        }
    }

    /**
     * Removes the requests without progress since that time, except requests without a time limit. Returns
     * their values.
     */
    public List<V> removeSilentSince(long nanos) {
        return removeEntries(entry -> entry.lastProgressNanos - nanos < 0 && !ProtocolMethod.isLongLived(entry.method));
    }

    /** Removes the requests whose values match. Returns these values. */
    public List<V> removeIf(Predicate<V> filter) {
        return removeEntries(entry -> filter.test(entry.value));
    }

    /** Removes the request that has been pending longest, if there is one. */
    public synchronized void removeOldest() {
        entryByKey.pollFirstEntry();
    }

    public List<V> removeAll() {
        return removeEntries(entry -> true);
    }

    private synchronized List<V> removeEntries(Predicate<Entry<V>> filter) {
        if (entryByKey.isEmpty()) {
            return List.of();
        }
        List<V> removed = new ArrayList<>();
        entryByKey.values().removeIf(entry -> filter.test(entry) && removed.add(entry.value));
        return removed;
    }

    /** Returns the values, oldest request first. */
    public synchronized List<V> values() {
        List<V> values = new ArrayList<>(entryByKey.size());
        entryByKey.values().forEach(entry -> values.add(entry.value));
        return values;
    }

    public synchronized int size() {
        return entryByKey.size();
    }

    public boolean isEmpty() {
        return size() == 0;
    }
}
