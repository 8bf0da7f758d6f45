package dev.plimsoll.cache;

import java.time.InstantSource;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Index from calls to the snapshots that answer them; it holds no results. Its size is limited in total and per caller;
 * the least recently used entries are evicted first. Safe for use by many threads.
 */
public interface CacheIndex {

    /** Tool of a server. */
    record Tool(String server, String name) {}

    /** Returns the entry of a key; null if there is none or it has expired. */
    @Nullable CacheEntry find(CacheKey key);

    /**
     * Returns a mark: the number of the latest drop. Call this before the tool is called, and pass the mark
     * to {@link #put}.
     *
     * @param server the server of the tool
     */
    long currentMark(String server);

    /** Returns whether a drop since {@code mark} removed the entry of this key, or may have. */
    boolean isStale(CacheKey key, long mark);

    /**
     * Adds an entry and replaces one with the same key. Does nothing if a drop since {@code mark} matches the
     * key, because the result may then be older than the change that caused the drop; if the entry is larger
     * than its caller's limit; or if it has expired. An implementation may also refuse an entry if it no
     * longer knows all drops since {@code mark}.
     *
     * @return whether the entry was added
     */
    boolean put(CacheKey key, CacheEntry cacheEntry, long mark);

    /** Removes an entry whose snapshot no longer exists; does nothing if another entry has replaced it. */
    void remove(CacheKey key, CacheEntry cacheEntry);

    /**
     * Removes all matching entries, and prevents running calls from adding matching ones; returns the number
     * of removed entries.
     */
    int drop(DropPattern pattern);

    /** Returns the tools that have entries. */
    Set<Tool> tools();

    CacheUsage usage();

    /** Returns whether other processes may add entries. */
    default boolean isShared() {
        return false;
    }

    /**
     * Creates an index in the memory of this process.
     *
     * @param onRemoved receives each removed entry, except those that {@link #remove} removes
     */
    static CacheIndex inMemory(CacheLimits limits, InstantSource clock, Consumer<CacheEntry> onRemoved) {
        return new InMemoryCacheIndex(limits, clock, onRemoved);
    }
}
