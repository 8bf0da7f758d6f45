package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheIndex.Tool;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.CacheUsage;
import dev.plimsoll.cache.Drop;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which calls have their results already, and which are on their way. As long as no tool is set to be cached, nothing is
 * looked for here.
 */
public final class ResponseCache {

    /** Nothing is ever stored there. */
    public static final ResponseCache OFF = new ResponseCache(
            CacheIndex.inMemory(CacheLimits.of(1, 1), InstantSource.system(), cacheEntry -> {}),
            InstantSource.system(),
            cacheEntry -> {});

    private final CacheIndex index;
    private final InstantSource clock;
    private final Consumer<CacheEntry> release;
    private final Map<CacheKey, CoalescedCall> flights = new ConcurrentHashMap<>();
    private final Map<String, ServerCacheCounts> tallies = new ConcurrentHashMap<>();
    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private volatile boolean used;

    /**
     * A cache.
     *
     * @param release gives up a result that was kept for nothing
     */
    public ResponseCache(CacheIndex index, InstantSource clock, Consumer<CacheEntry> release) {
        this.index = index;
        this.clock = clock;
        this.release = release;
    }

    /** Whether anything can be stored. */
    public boolean isOn() {
        return !equals(OFF);
    }

    /**
     * These policies are in force from the first on. Who shares what is stored has to tell the others of what it writes, if
     * they may store anything; who may not leaves nothing behind that a later configuration would serve.
     */
    public void begun(Policies policies) {
        if (!index.shared()) {
            return;
        }
        used = stores(policies);
        if (!used) {
            Thread.startVirtualThread(() -> index.drop(new Drop(null, null, null)));
        }
    }

    private static boolean stores(Policies policies) {
        return policies.base().find(Policy.CACHE_TTL) != null
                || policies.rules().stream()
                        .anyMatch(policyRule -> policyRule.change().apply(policies.base()).find(Policy.CACHE_TTL) != null);
    }

    // --- what reads

    /** The result that a call may have; null when there is none. */
    public @Nullable CacheEntry find(CacheKey key, Duration ttl, ResultForm resultForm) {
        CacheEntry cacheEntry = index.find(key);
        boolean serves = cacheEntry != null
                && cacheEntry.form().serves(resultForm)
                && cacheEntry.age(clock.instant()).compareTo(ttl) < 0;
        return serves ? cacheEntry : null;
    }

    /** What becomes of a call that has found nothing. */
    public CacheLookup enter(CacheKey key, Duration ttl, ResultForm resultForm) {
        used = true;
        long mark = index.mark(key.server());
        CoalescedCall mine = new CoalescedCall(resultForm, mark);
        CoalescedCall other = flights.putIfAbsent(key, mine);
        if (other != null && isOvertaken(key, other) && flights.replace(key, other, mine)) {
            other = null;
        }
        if (other != null) {
            return other.form().serves(resultForm) ? new CacheLookup.Follows(other) : leads(key, ttl, mark, null);
        }
        // whoever was on the way a moment ago has stored its result before it was gone from there
        CacheEntry cacheEntry = find(key, ttl, resultForm);
        if (cacheEntry == null) {
            return leads(key, ttl, mark, mine);
        }
        landed(key, mine);
        mine.ends(new CoalescedResult.Lost(true));
        return new CacheLookup.Hit(cacheEntry);
    }

    /** Whether another process has dropped what this one is to bring; what this process drops it takes from its flights. */
    private boolean isOvertaken(CacheKey key, CoalescedCall coalescedCall) {
        return index.shared() && index.isStale(key, coalescedCall.mark());
    }

    /** A call that waits for nobody, though others say the same. */
    public CacheFill alone(CacheKey key, Duration ttl) {
        used = true;
        return leads(key, ttl, index.mark(key.server()), null).run();
    }

    private CacheLookup.Leads leads(CacheKey key, Duration ttl, long mark, @Nullable CoalescedCall coalescedCall) {
        tally(key.server()).missed();
        return new CacheLookup.Leads(new CacheFill(this, key, ttl, mark, coalescedCall));
    }

    /** Counts a call that was answered. */
    public void served(CacheKey key, boolean joined, long sourceMillis) {
        tally(key.server()).served(joined, sourceMillis);
    }

    /** What was found there is not kept any more. */
    public void gone(CacheKey key, CacheEntry cacheEntry) {
        index.remove(key, cacheEntry);
    }

    boolean store(CacheKey key, CacheEntry cacheEntry, long mark) {
        return index.put(key, cacheEntry, mark);
    }

    void release(CacheEntry cacheEntry) {
        release.accept(cacheEntry);
    }

    void landed(CacheKey key, CoalescedCall coalescedCall) {
        flights.remove(key, coalescedCall);
    }

    // --- what changes something

    /** Whether anything was ever looked for: else there is nothing to drop. */
    public boolean used() {
        return used;
    }

    /** A tool of that server may change something: to be told before it is called, and again when that call has ended. */
    public void writes(String server, Policy policy) {
        if (!used) {
            return;
        }
        List<String> globs = policy.find(Policy.CACHE_INVALIDATES);
        if (globs == null) {
            drop(Drop.of(server), server, BypassReason.WRITE);
            return;
        }
        for (String glob : globs) {
            drop(Drop.of(server, glob), server, BypassReason.WRITE);
        }
    }

    /** That server says that something has changed. */
    public void changed(String server) {
        if (used) {
            drop(Drop.of(server), server, BypassReason.CHANGE);
        }
    }

    /** Somebody wants that; says how many results were dropped. */
    public int drop(Drop which) {
        return drop(which, "", BypassReason.REQUEST);
    }

    /** Other policies are in force: what was stored under those before answers no more where they differ. */
    public void governed(Policies before, Policies now) {
        used |= index.shared() && stores(now);
        if (!used) {
            return;
        }
        Set<Tool> tools = new HashSet<>(index.tools());
        flights.keySet().forEach(key -> tools.add(new Tool(key.server(), key.tool())));
        for (Tool tool : tools) {
            if (!before.of(tool.server(), tool.name()).equals(now.of(tool.server(), tool.name()))) {
                drop(new Drop(tool.server(), tool.name(), null), tool.server(), BypassReason.RELOAD);
            }
        }
    }

    /** Those on their way end as they began, but answer nobody who comes now, nor are they stored. */
    private int drop(Drop which, String server, BypassReason bypassReason) {
        flights.keySet().removeIf(which::matches);
        int dropped = index.drop(which);
        if (dropped > 0) {
            tally(server).dropped(bypassReason, dropped);
        }
        return dropped;
    }

    // --- what is told

    /** Whether this is to be said now: once for each thing that there is to say. */
    public boolean says(String what) {
        return said.size() < 1_000 && said.add(what);
    }

    private ServerCacheCounts tally(String server) {
        return tallies.computeIfAbsent(server, any -> new ServerCacheCounts());
    }

    /** By server; those of no server were dropped for several. */
    public Map<String, CacheCounts> counts() {
        Map<String, CacheCounts> counts = new TreeMap<>();
        tallies.forEach((server, serverCacheCounts) -> counts.put(server, serverCacheCounts.counts()));
        return counts;
    }

    public CacheUsage usage() {
        return index.usage();
    }
}
