package dev.plimsoll.gateway.replica;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheUsage;
import dev.plimsoll.cache.Drop;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cache index shared by all replicas. While it is not available, nothing is found or stored. Drops are sent as soon as
 * possible, and until then this replica serves nothing from the cache.
 */
public final class SharedResponses implements CacheIndex, AutoCloseable {

    /** Maximum number of pending drops. More become a single drop of everything. */
    private static final int MOST_UNTOLD = 256;

    private static final Drop EVERYTHING = new Drop(null, null, null);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final long NEVER = -1;

    private final CacheIndex all;
    private final ReplicaState replicaState;
    private final Set<Drop> untold = new LinkedHashSet<>();
    private @Nullable Thread telling;
    private volatile boolean owing;
    private volatile CacheUsage last = new CacheUsage(0, 0, 0);

    public SharedResponses(CacheIndex all, ReplicaState replicaState) {
        this.all = all;
        this.replicaState = replicaState;
    }

    @Override
    @SuppressWarnings("NullAway") // null if the index is not available
    public @Nullable CacheEntry find(CacheKey key) {
        return owing ? null : replicaState.<@Nullable CacheEntry>or(() -> all.find(key), () -> null);
    }

    @Override
    public long mark(String server) {
        return replicaState.or(() -> all.mark(server), () -> NEVER);
    }

    @Override
    public boolean isStale(CacheKey key, long mark) {
        return mark == NEVER || owing || replicaState.or(() -> all.isStale(key, mark), () -> true);
    }

    @Override
    public boolean put(CacheKey key, CacheEntry cacheEntry, long mark) {
        return mark != NEVER && !owing && replicaState.or(() -> all.put(key, cacheEntry, mark), () -> false);
    }

    @Override
    public void remove(CacheKey key, CacheEntry cacheEntry) {
        replicaState.or(
                () -> {
                    all.remove(key, cacheEntry);
                    return true;
                },
                () -> false);
    }

    @Override
    public int drop(Drop which) {
        return replicaState.or(() -> all.drop(which), () -> {
            owe(which);
            return 0;
        });
    }

    /**
     * Returns the tools with entries. A caller wants to drop some of them, so if they are not known, everything is
     * dropped.
     */
    @Override
    public Set<Tool> tools() {
        return replicaState.or(all::tools, () -> {
            owe(EVERYTHING);
            return Set.of();
        });
    }

    @Override
    public CacheUsage usage() {
        return replicaState.or(
                () -> {
                    CacheUsage now = all.usage();
                    last = now;
                    return now;
                },
                () -> last);
    }

    @Override
    public boolean shared() {
        return true;
    }

    private synchronized void owe(Drop which) {
        add(which);
        owing = true;
        if (telling == null) {
            telling = Thread.ofVirtual().name("plimsoll-drop-sender").start(this::tell);
        }
    }

    private void tell() {
        try {
            do {
                Thread.sleep(PAUSE);
            } while (!allTold());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean allTold() {
        for (Drop which : owed()) {
            take(which);
            try {
                all.drop(which);
            } catch (RuntimeException e) {
                add(which);
                return false;
            }
        }
        return isOver();
    }

    private synchronized List<Drop> owed() {
        return List.copyOf(untold);
    }

    /** Removes a drop before it is sent, because the same one may be added again in the meantime. */
    private synchronized void take(Drop which) {
        untold.remove(which);
    }

    private synchronized void add(Drop which) {
        if (untold.size() >= MOST_UNTOLD) {
            untold.clear();
            untold.add(EVERYTHING);
        } else {
            untold.add(which);
        }
    }

    /** Returns whether all drops were sent. The thread ends then. */
    private synchronized boolean isOver() {
        if (untold.isEmpty()) {
            owing = false;
            telling = null;
        }
        return untold.isEmpty();
    }

    @Override
    public synchronized void close() {
        if (telling != null) {
            telling.interrupt();
        }
    }
}
