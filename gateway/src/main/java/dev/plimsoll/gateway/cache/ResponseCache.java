package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheIndex.Tool;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.CacheUsage;
import dev.plimsoll.cache.DropPattern;
import dev.plimsoll.cache.ResultForm;
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
 * Cache of the results of tool calls. Also coalesces equal calls that are running. Does nothing as long as no policy
 * allows caching.
 */
public final class ResponseCache {

    /** Cache that never stores anything. */
    public static final ResponseCache OFF = new ResponseCache(
            CacheIndex.inMemory(CacheLimits.of(1, 1), InstantSource.system(), cacheEntry -> {}),
            InstantSource.system(),
            cacheEntry -> {});

    private final CacheIndex index;
    private final InstantSource clock;
    private final Consumer<CacheEntry> release;
    private final Map<CacheKey, RunningCall> runningCalls = new ConcurrentHashMap<>();
    private final Map<String, ServerCacheCounts> countsByServer = new ConcurrentHashMap<>();
    private final Set<String> loggedTexts = ConcurrentHashMap.newKeySet();
    private volatile boolean isUsed;

    /**
     * Creates a cache.
     *
     * @param release releases a stored result that nothing refers to
     */
    public ResponseCache(CacheIndex index, InstantSource clock, Consumer<CacheEntry> release) {
        this.index = index;
        this.clock = clock;
        this.release = release;
    }

    /** Returns whether results can be stored. */
    public boolean isEnabled() {
        return !equals(OFF);
    }

    /**
     * Applies the policies that are in effect at the start. Does nothing unless several processes share the index. If a
     * policy allows caching, this process tells the other processes about calls that write. Otherwise, it drops all
     * stored results, so that no later configuration serves them.
     */
    public void applyPolicies(Policies policies) {
        if (!index.isShared()) {
            return;
        }
        isUsed = allowsCaching(policies);
        if (!isUsed) {
            Thread.startVirtualThread(() -> index.drop(new DropPattern(null, null, null)));
        }
    }

    private static boolean allowsCaching(Policies policies) {
        return policies.base().find(Policy.CACHE_TTL) != null
                || policies.rules().stream()
                        .anyMatch(policyRule ->
                                policyRule.change().apply(policies.base()).find(Policy.CACHE_TTL) != null);
    }

    // --- reads

    /** Returns the stored result that a call may reuse; null if there is none. */
    public @Nullable CacheEntry find(CacheKey key, Duration ttl, ResultForm resultForm) {
        CacheEntry cacheEntry = index.find(key);
        boolean canServe = cacheEntry != null
                && cacheEntry.form().canAnswer(resultForm)
                && cacheEntry.age(clock.instant()).compareTo(ttl) < 0;
        return canServe ? cacheEntry : null;
    }

    /** Decides how a call without a stored result continues. */
    public CacheLookup lookUp(CacheKey key, Duration ttl, ResultForm resultForm) {
        isUsed = true;
        long dropMark = index.currentMark(key.server());
        RunningCall newCall = new RunningCall(resultForm, dropMark);
        RunningCall runningCall = runningCalls.putIfAbsent(key, newCall);
        if (runningCall != null
                && isDroppedElsewhere(key, runningCall)
                && runningCalls.replace(key, runningCall, newCall)) {
            runningCall = null;
        }
        if (runningCall != null) {
            return runningCall.form().canAnswer(resultForm)
                    ? new CacheLookup.Coalesced(runningCall)
                    : startFill(key, ttl, dropMark, null);
        }
        // a call stores its result before it leaves the map, so the result of a call that has just ended is found here
        CacheEntry cacheEntry = find(key, ttl, resultForm);
        if (cacheEntry == null) {
            return startFill(key, ttl, dropMark, newCall);
        }
        removeRunning(key, newCall);
        // calls that have begun to wait for newCall look up again, and find the entry
        newCall.complete(new CoalescedResult.Unshared(true));
        return new CacheLookup.Hit(cacheEntry);
    }

    /**
     * Returns whether another process has dropped the future result of this running call. Drops of this process remove
     * the call from {@code runningCalls} themselves.
     */
    private boolean isDroppedElsewhere(CacheKey key, RunningCall call) {
        return index.isShared() && index.isStale(key, call.dropMark());
    }

    /** Starts a call that does not wait for equal calls, and for which no equal call waits. */
    public CacheFill startUncoalesced(CacheKey key, Duration ttl) {
        isUsed = true;
        return startFill(key, ttl, index.currentMark(key.server()), null).fill();
    }

    private CacheLookup.Miss startFill(CacheKey key, Duration ttl, long dropMark, @Nullable RunningCall runningCall) {
        serverCounts(key.server()).recordMiss();
        return new CacheLookup.Miss(new CacheFill(this, key, ttl, dropMark, runningCall));
    }

    /**
     * Counts a call that was answered without its tool.
     *
     * @param isJoined whether the call waited for an equal call that was running
     * @param sourceMillis the time that the tool took to compute the result
     */
    public void recordServed(CacheKey key, boolean isJoined, long sourceMillis) {
        serverCounts(key.server()).recordServed(isJoined, sourceMillis);
    }

    /** Removes an entry whose result is no longer stored. */
    public void removeEntry(CacheKey key, CacheEntry cacheEntry) {
        index.remove(key, cacheEntry);
    }

    boolean store(CacheKey key, CacheEntry cacheEntry, long dropMark) {
        return index.put(key, cacheEntry, dropMark);
    }

    void release(CacheEntry cacheEntry) {
        release.accept(cacheEntry);
    }

    void removeRunning(CacheKey key, RunningCall runningCall) {
        runningCalls.remove(key, runningCall);
    }

    // --- changes

    /** Returns whether the cache was ever used; if not, there is nothing to drop. */
    public boolean isUsed() {
        return isUsed;
    }

    /**
     * Drops the stored results that a call of a writing tool may have made obsolete. Must be called before
     * the tool is called, and again when the call has ended.
     */
    public void dropForWrite(String server, Policy policy) {
        if (!isUsed) {
            return;
        }
        List<String> globs = policy.find(Policy.CACHE_INVALIDATES);
        if (globs == null) {
            drop(DropPattern.ofServer(server), server, DropReason.WRITE);
            return;
        }
        for (String glob : globs) {
            drop(DropPattern.ofWritingTool(server, glob), server, DropReason.WRITE);
        }
    }

    /** Drops the results of a server that reported a change. */
    public void dropForChange(String server) {
        if (isUsed) {
            drop(DropPattern.ofServer(server), server, DropReason.CHANGE);
        }
    }

    /** Drops results on request, and returns how many. */
    public int drop(DropPattern pattern) {
        return drop(pattern, "", DropReason.REQUEST);
    }

    /** Drops the results of all tools whose policies differ after a reload. */
    public void dropForReload(Policies oldPolicies, Policies newPolicies) {
        isUsed |= index.isShared() && allowsCaching(newPolicies);
        if (!isUsed) {
            return;
        }
        Set<Tool> tools = new HashSet<>(index.tools());
        runningCalls.keySet().forEach(key -> tools.add(new Tool(key.server(), key.tool())));
        for (Tool tool : tools) {
            if (!oldPolicies
                    .forTool(tool.server(), tool.name())
                    .equals(newPolicies.forTool(tool.server(), tool.name()))) {
                drop(new DropPattern(tool.server(), tool.name(), null), tool.server(), DropReason.RELOAD);
            }
        }
    }

    /**
     * Drops results. Running calls whose results match end normally, but their results are not stored, and
     * no later call waits for them.
     */
    private int drop(DropPattern pattern, String server, DropReason dropReason) {
        runningCalls.keySet().removeIf(pattern::matches);
        int droppedResults = index.drop(pattern);
        if (droppedResults > 0) {
            serverCounts(server).recordDropped(dropReason, droppedResults);
        }
        return droppedResults;
    }

    // --- reports

    /** Returns whether a text was not logged before, and records it. Returns false after 1,000 texts. */
    public boolean isFirstLogOf(String text) {
        return loggedTexts.size() < 1_000 && loggedTexts.add(text);
    }

    private ServerCacheCounts serverCounts(String server) {
        return countsByServer.computeIfAbsent(server, name -> new ServerCacheCounts());
    }

    /**
     * Returns the counts by the name of the server. Drops that concern several servers are counted under the
     * empty name.
     */
    public Map<String, CacheCounts> counts() {
        Map<String, CacheCounts> counts = new TreeMap<>();
        countsByServer.forEach((server, serverCacheCounts) -> counts.put(server, serverCacheCounts.counts()));
        return counts;
    }

    public CacheUsage usage() {
        return index.usage();
    }
}
