package dev.plimsoll;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ReusableOutcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.ReuseGuard;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls from the result of an earlier equal call. The result is shaped again for the budget and the
 * client of each call. The host decides which calls are equal.
 */
public final class ResultReuse {

    private final ReuseGuard reuseGuard;

    ResultReuse(ReuseGuard reuseGuard) {
        this.reuseGuard = reuseGuard;
    }

    /** Returns the form of results for a client with these features. */
    public static ResultForm form(ClientFeatures clientFeatures) {
        return ReuseGuard.form(clientFeatures);
    }

    /**
     * Guards a result like {@link Plimsoll#guard}, and stores a valid result for later calls even if it passes unchanged.
     *
     * @param ttl maximum time for which the result may answer later calls; the policy can shorten it
     */
    public ReusableOutcome guard(ToolCall call, RawResult result, Duration ttl) {
        return reuseGuard.guard(call, result, ttl);
    }

    /**
     * Returns whether the policy acts on this call, and would act on an equal call. If not, the call gets the
     * server's result unchanged, and the result is not reused.
     */
    public boolean canReuse(ToolCall call) {
        return reuseGuard.canReuse(call);
    }

    /**
     * Answers a call from the stored result of an equal call.
     *
     * @param isCoalesced whether the call waited for an equal call that was running
     * @return null if the tool has to run: the snapshot has expired, or it cannot be shaped for this call
     */
    public @Nullable Outcome answer(ToolCall call, CacheEntry cacheEntry, boolean isCoalesced) {
        return reuseGuard.answer(call, cacheEntry, isCoalesced);
    }

    /**
     * Answers a call from the result of an equal call, if this result is not stored, or is stored in another form than
     * the client of the call needs.
     *
     * @param cacheEntry the entry of the result that is stored in another form; null if the result has just arrived
     */
    public Outcome answer(ToolCall call, Slice result, @Nullable CacheEntry cacheEntry, boolean isCoalesced) {
        return reuseGuard.answer(call, result, cacheEntry, isCoalesced);
    }

    /** Returns the stored result as received; null if it has expired or belongs to another call. */
    public @Nullable Slice findResult(ToolCall call, CacheEntry cacheEntry) {
        return reuseGuard.findResult(call, cacheEntry);
    }

    /** Drops a result that no longer answers calls, unless a cursor can still read it. */
    public void release(CacheEntry cacheEntry) {
        reuseGuard.release(cacheEntry);
    }
}
