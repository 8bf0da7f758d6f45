package dev.plimsoll.cache;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Index in one map, in order of use, with one lock. Removed entries are reported after the lock is released, except
 * those that {@link #remove} removes.
 */
final class InMemoryCacheIndex implements CacheIndex {

    /** Maximum number of remembered drops. Results of calls that began before the oldest one are not stored. */
    private static final int MAX_DROPS = 256;

    private final Object lock = new Object();
    private final Map<CacheKey, CacheEntry> entriesByUse = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, CallerUsage> usageByCaller = new HashMap<>();
    private final ArrayDeque<NumberedDrop> drops = new ArrayDeque<>();
    private final CacheLimits limits;
    private final InstantSource clock;
    private final Consumer<CacheEntry> onRemoved;
    private long bytes;
    private long evicted;
    private long dropCount;

    private record NumberedDrop(long number, DropPattern pattern) {}

    private static final class CallerUsage {
        private int entries;
        private long bytes;
    }

    InMemoryCacheIndex(CacheLimits limits, InstantSource clock, Consumer<CacheEntry> onRemoved) {
        this.limits = limits;
        this.clock = clock;
        this.onRemoved = onRemoved;
    }

    @Override
    public @Nullable CacheEntry find(CacheKey key) {
        Instant now = clock.instant();
        CacheEntry found;
        synchronized (lock) {
            found = entriesByUse.get(key);
            if (found == null || now.isBefore(found.expiresAt())) {
                return found;
            }
            removeEntry(key, found);
        }
        onRemoved.accept(found);
        return null;
    }

    @Override
    public long currentMark(String server) {
        synchronized (lock) {
            return dropCount;
        }
    }

    @Override
    public boolean isStale(CacheKey key, long mark) {
        synchronized (lock) {
            return isDropped(key, mark);
        }
    }

    @Override
    public boolean put(CacheKey key, CacheEntry cacheEntry, long mark) {
        boolean isSmallEnough =
                cacheEntry.bytes() <= limits.maxBytesPerCaller() && cacheEntry.bytes() <= limits.maxBytes();
        if (!isSmallEnough || !clock.instant().isBefore(cacheEntry.expiresAt())) {
            return false;
        }
        List<CacheEntry> removed = new ArrayList<>();
        synchronized (lock) {
            if (isDropped(key, mark)) {
                return false;
            }
            CacheEntry previous = entriesByUse.get(key);
            if (previous != null) {
                removeEntry(key, previous);
                removed.add(previous);
            }
            evictFor(key.caller(), cacheEntry.bytes(), removed);
            entriesByUse.put(key, cacheEntry);
            CallerUsage callerUsage = usageByCaller.computeIfAbsent(key.caller(), caller -> new CallerUsage());
            callerUsage.entries++;
            callerUsage.bytes += cacheEntry.bytes();
            bytes += cacheEntry.bytes();
        }
        removed.forEach(onRemoved);
        return true;
    }

    private boolean isDropped(CacheKey key, long mark) {
        // drops after the mark are no longer remembered, so one of them may have matched
        if (mark < dropCount - drops.size()) {
            return true;
        }
        for (NumberedDrop drop : drops) {
            if (drop.number() > mark && drop.pattern().matches(key)) {
                return true;
            }
        }
        return false;
    }

    /** Evicts entries until a new one fits: first those of its caller, then any, least recently used first. */
    private void evictFor(String caller, long neededBytes, List<CacheEntry> removed) {
        CallerUsage usage = usageByCaller.computeIfAbsent(caller, key -> new CallerUsage());
        Iterator<Map.Entry<CacheKey, CacheEntry>> oldest =
                entriesByUse.entrySet().iterator();
        while (usage.entries >= limits.maxEntriesPerCaller()
                || usage.bytes + neededBytes > limits.maxBytesPerCaller()) {
            Map.Entry<CacheKey, CacheEntry> next = oldest.next();
            if (next.getKey().caller().equals(caller)) {
                evict(oldest, next, removed);
            }
        }
        oldest = entriesByUse.entrySet().iterator();
        while (entriesByUse.size() >= limits.maxEntries() || bytes + neededBytes > limits.maxBytes()) {
            evict(oldest, oldest.next(), removed);
        }
    }

    private void evict(
            Iterator<Map.Entry<CacheKey, CacheEntry>> iterator,
            Map.Entry<CacheKey, CacheEntry> entry,
            List<CacheEntry> removed) {
        removed.add(entry.getValue());
        evicted++;
        subtractUsage(entry.getKey(), entry.getValue());
        iterator.remove();
    }

    private void removeEntry(CacheKey key, CacheEntry cacheEntry) {
        entriesByUse.remove(key);
        subtractUsage(key, cacheEntry);
    }

    private void subtractUsage(CacheKey key, CacheEntry cacheEntry) {
        bytes -= cacheEntry.bytes();
        CallerUsage callerUsage = usageByCaller.get(key.caller());
        if (callerUsage != null) {
            callerUsage.entries--;
            callerUsage.bytes -= cacheEntry.bytes();
            if (callerUsage.entries == 0) {
                usageByCaller.remove(key.caller());
            }
        }
    }

    @Override
    public void remove(CacheKey key, CacheEntry cacheEntry) {
        synchronized (lock) {
            if (cacheEntry.equals(entriesByUse.get(key))) {
                removeEntry(key, cacheEntry);
            }
        }
    }

    @Override
    public int drop(DropPattern pattern) {
        List<CacheEntry> removed = new ArrayList<>();
        synchronized (lock) {
            drops.add(new NumberedDrop(++dropCount, pattern));
            if (drops.size() > MAX_DROPS) {
                drops.remove();
            }
            removeMatching(pattern, removed);
        }
        removed.forEach(onRemoved);
        return removed.size();
    }

    private void removeMatching(DropPattern pattern, List<CacheEntry> removed) {
        Iterator<Map.Entry<CacheKey, CacheEntry>> entries =
                entriesByUse.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<CacheKey, CacheEntry> entry = entries.next();
            if (pattern.matches(entry.getKey())) {
                removed.add(entry.getValue());
                subtractUsage(entry.getKey(), entry.getValue());
                entries.remove();
            }
        }
    }

    @Override
    public Set<Tool> tools() {
        Set<Tool> tools = new HashSet<>();
        synchronized (lock) {
            entriesByUse.keySet().forEach(key -> tools.add(new Tool(key.server(), key.tool())));
        }
        return tools;
    }

    /** Removes expired entries before it counts. */
    @Override
    public CacheUsage usage() {
        Instant now = clock.instant();
        List<CacheEntry> removed = new ArrayList<>();
        CacheUsage usage;
        synchronized (lock) {
            Iterator<Map.Entry<CacheKey, CacheEntry>> entries =
                    entriesByUse.entrySet().iterator();
            while (entries.hasNext()) {
                Map.Entry<CacheKey, CacheEntry> entry = entries.next();
                if (!now.isBefore(entry.getValue().expiresAt())) {
                    removed.add(entry.getValue());
                    subtractUsage(entry.getKey(), entry.getValue());
                    entries.remove();
                }
            }
            usage = new CacheUsage(entriesByUse.size(), bytes, evicted);
        }
        removed.forEach(onRemoved);
        return usage;
    }
}
