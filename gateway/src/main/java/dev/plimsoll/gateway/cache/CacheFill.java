package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.call.ReusableOutcome;
import dev.plimsoll.gateway.cache.CoalescedResult.Shared;
import dev.plimsoll.gateway.cache.CoalescedResult.Unshared;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A running call whose result is stored, and for which equal calls may wait. It ends once: with a response, with a
 * failure, or because it is cancelled.
 */
public final class CacheFill {

    private final ResponseCache cache;
    private final CacheKey key;
    private final Duration ttl;
    private final long dropMark;
    private final @Nullable RunningCall runningCall;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean isPersonal;

    /**
     * @param dropMark number of the latest drop of stored results when the call began; after a later drop, the result
     *     is not stored
     * @param runningCall null if no equal call can wait for this one
     */
    CacheFill(ResponseCache cache, CacheKey key, Duration ttl, long dropMark, @Nullable RunningCall runningCall) {
        this.cache = cache;
        this.key = key;
        this.ttl = ttl;
        this.dropMark = dropMark;
        this.runningCall = runningCall;
    }

    /** Returns how long other calls may reuse the result. */
    public Duration ttl() {
        return ttl;
    }

    public boolean isEnded() {
        return ended.get();
    }

    /** Marks the result as personal, because the server asks this client for input. It is neither stored nor shared. */
    public void markPersonal() {
        isPersonal = true;
    }

    /**
     * Ends the fill with the response of the tool.
     *
     * @param outcome whether the result can be reused, and the stored result, if any
     * @param raw the response, unchanged
     * @param resultForm the form of its result
     * @param millis the time that the tool took
     */
    public void complete(ReusableOutcome outcome, Slice raw, ResultForm resultForm, long millis) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        CacheEntry cacheEntry = outcome.cacheEntry();
        boolean isStored = cacheEntry != null && !isPersonal && cache.store(key, cacheEntry, dropMark);
        if (cacheEntry != null && !isStored) {
            cache.release(cacheEntry);
        }
        boolean isShared = outcome.isReusable() && !isPersonal;
        end(isShared ? new Shared(isStored ? cacheEntry : null, raw, resultForm, millis) : new Unshared(false));
    }

    /** Ends the fill without a result that other calls could use. */
    public void fail() {
        if (ended.compareAndSet(false, true)) {
            end(new Unshared(false));
        }
    }

    /** Ends the fill because its client cancelled the call. */
    public void cancel() {
        if (ended.compareAndSet(false, true)) {
            end(new Unshared(true));
        }
    }

    private void end(CoalescedResult result) {
        if (runningCall != null) {
            cache.removeRunning(key, runningCall);
            runningCall.complete(result);
        }
    }
}
