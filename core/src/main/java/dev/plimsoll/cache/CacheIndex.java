package dev.plimsoll.cache;

import java.time.InstantSource;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which results answer which calls. It holds no result, only where one is kept, and is bounded as a whole and for each
 * caller: what there is no room for takes the place of what was served longest ago. Safe for use by many threads.
 */
public interface CacheIndex {

    /** A tool of a server. */
    record Tool(String server, String name) {}

    /** The entry of that key; null when there is none, or its time is over. */
    @Nullable CacheEntry find(CacheKey key);

    /**
     * A moment in the order of drops, to be taken before a tool is asked.
     *
     * @param server whose tool it is
     */
    long mark(String server);

    /** Whether a drop since {@code mark} would have taken that key's entry, or may have. */
    boolean isStale(CacheKey key, long mark);

    /**
     * Adds an entry, in the place of one of the same key. Nothing happens when a drop since {@code mark} would have taken it,
     * for then it may be older than what was changed; when it is larger than its caller may have; or when its time is over.
     * An implementation may refuse more than that where it cannot tell.
     *
     * @return whether it is there now
     */
    boolean put(CacheKey key, CacheEntry cacheEntry, long mark);

    /** Takes an entry away whose result is gone; nothing happens when another has taken its place. */
    void remove(CacheKey key, CacheEntry cacheEntry);

    /** Takes away all that match, and keeps those out that are on their way; says how many were there. */
    int drop(Drop which);

    /** Of which tools there are entries. */
    Set<Tool> tools();

    CacheUsage usage();

    /** Whether other processes may put entries into it. */
    default boolean shared() {
        return false;
    }

    /**
     * An index in this process's memory.
     *
     * @param gone gets each entry that is there no more, for whatever reason
     */
    static CacheIndex inMemory(CacheLimits limits, InstantSource clock, Consumer<CacheEntry> gone) {
        return new InMemoryCacheIndex(limits, clock, gone);
    }
}
