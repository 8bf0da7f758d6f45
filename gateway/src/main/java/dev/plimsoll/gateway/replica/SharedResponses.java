package dev.plimsoll.gateway.replica;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheUsage;
import dev.plimsoll.cache.DropPattern;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Index of the response cache that all replicas share. While the shared store is not available, no entry is found or
 * added. Drops are sent as soon as the store is available again; until then, this replica uses no entries of the
 * cache.
 */
public final class SharedResponses implements CacheIndex, AutoCloseable {

    /** Maximum number of drops that are not sent yet. If there are more, one drop of all entries replaces them. */
    private static final int MAX_UNSENT_DROPS = 256;

    private static final DropPattern ALL_ENTRIES = new DropPattern(null, null, null);
    private static final Duration RETRY_INTERVAL = Duration.ofMillis(200);
    /** Mark of a result that must not be added, because the shared marks are not available. */
    private static final long NO_MARK = -1;

    private final CacheIndex shared;
    private final ReplicaState replicaState;
    private final Set<DropPattern> unsentDrops = new LinkedHashSet<>();
    private @Nullable Thread sender;
    private volatile boolean hasUnsentDrops;
    private volatile CacheUsage lastUsage = new CacheUsage(0, 0, 0);

    public SharedResponses(CacheIndex shared, ReplicaState replicaState) {
        this.shared = shared;
        this.replicaState = replicaState;
    }

    @Override
    @SuppressWarnings("NullAway") // null if the index is not available
    public @Nullable CacheEntry find(CacheKey key) {
        return hasUnsentDrops
                ? null
                : replicaState.<@Nullable CacheEntry>sharedOrLocal(() -> shared.find(key), () -> null);
    }

    @Override
    public long currentMark(String server) {
        return replicaState.sharedOrLocal(() -> shared.currentMark(server), () -> NO_MARK);
    }

    @Override
    public boolean isStale(CacheKey key, long mark) {
        return mark == NO_MARK
                || hasUnsentDrops
                || replicaState.sharedOrLocal(() -> shared.isStale(key, mark), () -> true);
    }

    @Override
    public boolean put(CacheKey key, CacheEntry cacheEntry, long mark) {
        return mark != NO_MARK
                && !hasUnsentDrops
                && replicaState.sharedOrLocal(() -> shared.put(key, cacheEntry, mark), () -> false);
    }

    @Override
    public void remove(CacheKey key, CacheEntry cacheEntry) {
        replicaState.sharedOrLocal(
                () -> {
                    shared.remove(key, cacheEntry);
                    return true;
                },
                () -> false);
    }

    @Override
    public int drop(DropPattern pattern) {
        return replicaState.sharedOrLocal(() -> shared.drop(pattern), () -> {
            sendLater(pattern);
            return 0;
        });
    }

    /**
     * Returns the tools with entries. It is called to select entries to drop. Therefore, if the tools are not known,
     * all entries are dropped.
     */
    @Override
    public Set<Tool> tools() {
        return replicaState.sharedOrLocal(shared::tools, () -> {
            sendLater(ALL_ENTRIES);
            return Set.of();
        });
    }

    @Override
    public CacheUsage usage() {
        return replicaState.sharedOrLocal(
                () -> {
                    CacheUsage usage = shared.usage();
                    lastUsage = usage;
                    return usage;
                },
                () -> lastUsage);
    }

    @Override
    public boolean isShared() {
        return true;
    }

    private synchronized void sendLater(DropPattern pattern) {
        addUnsent(pattern);
        hasUnsentDrops = true;
        if (sender == null) {
            sender = Thread.ofVirtual().name("plimsoll-drop-sender").start(this::sendUntilDone);
        }
    }

    private void sendUntilDone() {
        try {
            do {
                Thread.sleep(RETRY_INTERVAL);
            } while (!sendAll());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends all drops that wait. Returns whether all were sent; if not, the shared store is not available. */
    private boolean sendAll() {
        for (DropPattern pattern : unsentDrops()) {
            removeUnsent(pattern);
            try {
                shared.drop(pattern);
            } catch (RuntimeException e) {
                addUnsent(pattern);
                return false;
            }
        }
        return finishIfEmpty();
    }

    private synchronized List<DropPattern> unsentDrops() {
        return List.copyOf(unsentDrops);
    }

    /**
     * Removes a drop before it is sent, and not after: an equal drop that is added in the meantime must be
     * sent too.
     */
    private synchronized void removeUnsent(DropPattern pattern) {
        unsentDrops.remove(pattern);
    }

    private synchronized void addUnsent(DropPattern pattern) {
        if (unsentDrops.size() >= MAX_UNSENT_DROPS) {
            unsentDrops.clear();
            unsentDrops.add(ALL_ENTRIES);
        } else {
            unsentDrops.add(pattern);
        }
    }

    /** Returns whether all drops were sent, so that the thread can end. */
    private synchronized boolean finishIfEmpty() {
        if (unsentDrops.isEmpty()) {
            hasUnsentDrops = false;
            sender = null;
        }
        return unsentDrops.isEmpty();
    }

    @Override
    public synchronized void close() {
        if (sender != null) {
            sender.interrupt();
        }
    }
}
