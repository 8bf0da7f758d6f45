package dev.plimsoll.gateway.cache;

import dev.plimsoll.ResultReuse.Fresh;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.gateway.cache.CoalescedResult.Landed;
import dev.plimsoll.gateway.cache.CoalescedResult.Lost;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call whose result is stored, and may be waited for. It ends once, in one of three ways. */
public final class CacheFill {

    private final ResponseCache cache;
    private final CacheKey key;
    private final Duration ttl;
    private final long mark;
    private final @Nullable CoalescedCall coalescedCall;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean personal;

    /** @param coalescedCall null: nobody can wait for this one */
    CacheFill(ResponseCache cache, CacheKey key, Duration ttl, long mark, @Nullable CoalescedCall coalescedCall) {
        this.cache = cache;
        this.key = key;
        this.ttl = ttl;
        this.mark = mark;
        this.coalescedCall = coalescedCall;
    }

    /** How long its result may be served. */
    public Duration ttl() {
        return ttl;
    }

    public boolean isOver() {
        return over.get();
    }

    /** Its server asks its client something: what comes then is for nobody else. */
    public void personal() {
        personal = true;
    }

    /**
     * The tool has answered.
     *
     * @param raw as it did
     * @param resultForm of its result, and how long it took
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

    /** There is no result, or none that anybody else could have. */
    public void failed() {
        if (over.compareAndSet(false, true)) {
            end(new Lost(false));
        }
    }

    /** Its client does not want it any more. */
    public void cancelled() {
        if (over.compareAndSet(false, true)) {
            end(new Lost(true));
        }
    }

    private void end(CoalescedResult how) {
        if (coalescedCall != null) {
            cache.landed(key, coalescedCall);
            coalescedCall.ends(how);
        }
    }
}
