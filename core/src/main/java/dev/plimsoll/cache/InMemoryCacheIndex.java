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

/** Index in one map, in order of use, with one lock. Removed entries are reported after the lock is released. */
final class InMemoryCacheIndex implements CacheIndex {

    /** Maximum number of remembered drops. Results of calls that began before the oldest one are not stored. */
    private static final int MOST_DROPS = 256;

    private final Object lock = new Object();
    private final Map<CacheKey, CacheEntry> byUse = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Share> shares = new HashMap<>();
    private final ArrayDeque<Dropped> drops = new ArrayDeque<>();
    private final CacheLimits limits;
    private final InstantSource clock;
    private final Consumer<CacheEntry> gone;
    private long bytes;
    private long evicted;
    private long dropped;

    private record Dropped(long number, Drop which) {}

    private static final class Share {
        private int entries;
        private long bytes;
    }

    InMemoryCacheIndex(CacheLimits limits, InstantSource clock, Consumer<CacheEntry> onRemoved) {
        this.limits = limits;
        this.clock = clock;
        this.gone = onRemoved;
    }

    @Override
    public @Nullable CacheEntry find(CacheKey key) {
        Instant now = clock.instant();
        CacheEntry found;
        synchronized (lock) {
            found = byUse.get(key);
            if (found == null || now.isBefore(found.until())) {
                return found;
            }
            take(key, found);
        }
        gone.accept(found);
        return null;
    }

    @Override
    public long mark(String server) {
        synchronized (lock) {
            return dropped;
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
        boolean fits = cacheEntry.bytes() <= limits.callerBytes() && cacheEntry.bytes() <= limits.maxBytes();
        if (!fits || !clock.instant().isBefore(cacheEntry.until())) {
            return false;
        }
        List<CacheEntry> removed = new ArrayList<>();
        synchronized (lock) {
            if (isDropped(key, mark)) {
                return false;
            }
            CacheEntry before = byUse.get(key);
            if (before != null) {
                take(key, before);
                removed.add(before);
            }
            makeRoom(key.caller(), cacheEntry.bytes(), removed);
            byUse.put(key, cacheEntry);
            Share share = shares.computeIfAbsent(key.caller(), any -> new Share());
            share.entries++;
            share.bytes += cacheEntry.bytes();
            bytes += cacheEntry.bytes();
        }
        removed.forEach(gone);
        return true;
    }

    private boolean isDropped(CacheKey key, long mark) {
        if (mark < dropped - drops.size()) {
            return true;
        }
        for (Dropped drop : drops) {
            if (drop.number() > mark && drop.which().matches(key)) {
                return true;
            }
        }
        return false;
    }

    /** Evicts entries until a new one fits: first those of its caller, then any, least recently used first. */
    private void makeRoom(String caller, long needed, List<CacheEntry> removed) {
        Share usage = shares.computeIfAbsent(caller, any -> new Share());
        Iterator<Map.Entry<CacheKey, CacheEntry>> oldest = byUse.entrySet().iterator();
        while (usage.entries >= limits.callerEntries() || usage.bytes + needed > limits.callerBytes()) {
            Map.Entry<CacheKey, CacheEntry> next = oldest.next();
            if (next.getKey().caller().equals(caller)) {
                evict(oldest, next, removed);
            }
        }
        oldest = byUse.entrySet().iterator();
        while (byUse.size() >= limits.maxEntries() || bytes + needed > limits.maxBytes()) {
            evict(oldest, oldest.next(), removed);
        }
    }

    private void evict(
            Iterator<Map.Entry<CacheKey, CacheEntry>> at, Map.Entry<CacheKey, CacheEntry> entry, List<CacheEntry> removed) {
        removed.add(entry.getValue());
        evicted++;
        discharge(entry.getKey(), entry.getValue());
        at.remove();
    }

    private void take(CacheKey key, CacheEntry cacheEntry) {
        byUse.remove(key);
        discharge(key, cacheEntry);
    }

    private void discharge(CacheKey key, CacheEntry cacheEntry) {
        bytes -= cacheEntry.bytes();
        Share share = shares.get(key.caller());
        if (share != null) {
            share.entries--;
            share.bytes -= cacheEntry.bytes();
            if (share.entries == 0) {
                shares.remove(key.caller());
            }
        }
    }

    @Override
    public void remove(CacheKey key, CacheEntry cacheEntry) {
        synchronized (lock) {
            if (cacheEntry.equals(byUse.get(key))) {
                take(key, cacheEntry);
            }
        }
    }

    @Override
    public int drop(Drop pattern) {
        List<CacheEntry> removed = new ArrayList<>();
        synchronized (lock) {
            drops.add(new Dropped(++dropped, pattern));
            if (drops.size() > MOST_DROPS) {
                drops.remove();
            }
            takeAll(pattern, removed);
        }
        removed.forEach(gone);
        return removed.size();
    }

    private void takeAll(Drop pattern, List<CacheEntry> removed) {
        Iterator<Map.Entry<CacheKey, CacheEntry>> all = byUse.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<CacheKey, CacheEntry> entry = all.next();
            if (pattern.matches(entry.getKey())) {
                removed.add(entry.getValue());
                discharge(entry.getKey(), entry.getValue());
                all.remove();
            }
        }
    }

    @Override
    public Set<Tool> tools() {
        Set<Tool> tools = new HashSet<>();
        synchronized (lock) {
            byUse.keySet().forEach(key -> tools.add(new Tool(key.server(), key.tool())));
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
            Iterator<Map.Entry<CacheKey, CacheEntry>> all = byUse.entrySet().iterator();
            while (all.hasNext()) {
                Map.Entry<CacheKey, CacheEntry> entry = all.next();
                if (!now.isBefore(entry.getValue().until())) {
                    removed.add(entry.getValue());
                    discharge(entry.getKey(), entry.getValue());
                    all.remove();
                }
            }
            usage = new CacheUsage(byUse.size(), bytes, evicted);
        }
        removed.forEach(gone);
        return usage;
    }
}
