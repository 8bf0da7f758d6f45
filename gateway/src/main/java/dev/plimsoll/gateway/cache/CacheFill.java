package dev.plimsoll.gateway.cache;

import dev.plimsoll.ResultReuse.Fresh;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.gateway.cache.CoalescedResult.Landed;
import dev.plimsoll.gateway.cache.CoalescedResult.Lost;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call whose result is stored and may be awaited by equal calls. Ends once: answered, failed, or cancelled. */
public final class CacheFill {

    private final ResponseCache cache;
    private final CacheKey key;
    private final Duration ttl;
    private final long mark;
    private final @Nullable CoalescedCall coalescedCall;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean personal;

    /** @param coalescedCall null if no equal call can wait for this one */
    CacheFill(ResponseCache cache, CacheKey key, Duration ttl, long mark, @Nullable CoalescedCall coalescedCall) {
        this.cache = cache;
        this.key = key;
        this.ttl = ttl;
        this.mark = mark;
        this.coalescedCall = coalescedCall;
    }

    /** Returns how long the result may be reused. */
    public Duration ttl() {
        return ttl;
    }

    public boolean isOver() {
        return over.get();
    }

    /** Marks the result as personal, because the server asks this client for input. It is neither stored nor shared. */
    public void personal() {
        personal = true;
    }

    /**
     * Ends the fill with the response of the tool.
     *
     * @param raw the response, unchanged
     * @param resultForm the form of its result
     * @param millis the time that the tool took
     */
    public void answered(Fresh fresh, Slice raw, ResultForm resultForm, long millis) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        CacheEntry cacheEntry = fresh.held();
        boolean stored = cacheEntry != null && !personal && cache.store(key, cacheEntry, mark);
        if (cacheEntry != null && !stored) {
            cache.release(cacheEntry);
        }
        boolean shared = fresh.sound() && !personal;
        end(shared ? new Landed(stored ? cacheEntry : null, raw, resultForm, millis) : new Lost(false));
    }

    /** Ends the fill without a result that other calls could use. */
    public void failed() {
        if (over.compareAndSet(false, true)) {
            end(new Lost(false));
        }
    }

    /** Ends the fill because its client cancelled the call. */
    public void cancelled() {
        if (over.compareAndSet(false, true)) {
            end(new Lost(true));
        }
    }

    private void end(CoalescedResult result) {
        if (coalescedCall != null) {
            cache.landed(key, coalescedCall);
            coalescedCall.ends(result);
        }
    }
}
