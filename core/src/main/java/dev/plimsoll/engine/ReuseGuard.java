package dev.plimsoll.engine;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.call.CacheHitInfo;
import dev.plimsoll.call.Call;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ReusableOutcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.record.FinishedCall;
import dev.plimsoll.engine.record.RolloutAssignment;
import dev.plimsoll.engine.record.RolloutUnit;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Rollout;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stores results that may answer later calls, and answers later calls from them. */
public final class ReuseGuard {

    /** Bytes that a snapshot is assumed to use in addition to its segments. */
    private static final long OVERHEAD_BYTES = 1024;

    private final Function<ToolCall, Policies> policies;
    private final ResultGuard resultGuard;

    ReuseGuard(Function<ToolCall, Policies> policies, ResultGuard resultGuard) {
        this.policies = policies;
        this.resultGuard = resultGuard;
    }

    /** Returns the form of results for a client with these features. */
    public static ResultForm form(ClientFeatures clientFeatures) {
        return clientFeatures.isModern()
                ? ResultForm.MODERN
                : clientFeatures.hasStructured() ? ResultForm.CURRENT : ResultForm.OLD;
    }

    /** Returns the policies in force for a call. */
    private Policies policies(ToolCall call) {
        return policies.apply(call);
    }

    private RolloutAssignment assignRollout(ToolCall call) {
        return RolloutAssignment.of(policies(call), call, resultGuard.cursors().styles());
    }

    public ReusableOutcome guard(ToolCall request, RawResult result, Duration ttl) {
        RolloutAssignment assignment = assignRollout(request);
        Duration reuseTime = reuseDuration(assignment.policy().policy(), ttl);
        Call call = resultGuard
                .recorder()
                .begin(request, policies(request), assignment, result.bytes())
                .withReuse(new Call.Reuse(reuseTime, null));
        FinishedCall finished = resultGuard.guard(call, ReceivedResult.of(result));
        MeasuredResult measured = finished.measured();
        if (measured == null || measured.result().isError()) {
            return new ReusableOutcome(finished.outcome(), false, null);
        }
        OpenSnapshot snapshot = finished.snapshot() == null ? storeForReuse(call, measured) : finished.snapshot();
        return new ReusableOutcome(
                finished.outcome(), true, snapshot == null ? null : createEntry(request, snapshot, reuseTime));
    }

    /**
     * Returns whether this call and equal calls may share a result: the policy acts on this call, and would act
     * on an equal call too.
     */
    public boolean canReuse(ToolCall call) {
        RolloutAssignment assignment = assignRollout(call);
        Rollout rollout = assignment.rollout();
        // during a rollout, a call with neither a session nor a caller gets another random unit each time
        boolean isStable = rollout.arm() == Arm.NONE || RolloutUnit.of(call).number() == rollout.unit();
        return isStable && assignment.policy().policy().get(Policy.ROLLOUT_MODE).isActive();
    }

    /**
     * Returns the time for which a result is reused. This time ends before the snapshot expires, so that the cursors of the
     * last answer can still be read.
     */
    static Duration reuseDuration(Policy policy, Duration ttl) {
        Duration maxTtl = policy.get(Policy.MAX_TTL);
        Duration readTime = min(policy.get(Policy.TTL), StoreLimits.PROTECTION_TIME);
        Duration beforeLastRead = maxTtl.minus(readTime);
        Duration halfOfMaxTtl = maxTtl.dividedBy(2);
        return min(ttl, beforeLastRead.compareTo(halfOfMaxTtl) > 0 ? beforeLastRead : halfOfMaxTtl);
    }

    private static Duration min(Duration first, Duration second) {
        return first.compareTo(second) < 0 ? first : second;
    }

    /**
     * Stores a result for reuse. Returns null if there is no free space, because no readable snapshot may be evicted for
     * it. Also returns null if the result needs a repair, because the first call got it without the repair.
     */
    private @Nullable OpenSnapshot storeForReuse(Call call, MeasuredResult measured) {
        try {
            if (!resultGuard
                    .snapshots()
                    .hasFreeBytes(OVERHEAD_BYTES + 2L * measured.result().raw().length())) {
                return null;
            }
            MeasuredResult checked = measured.checked();
            return checked.equals(measured) ? resultGuard.snapshots().store(call, checked, "") : null;
        } catch (RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    private static CacheEntry createEntry(ToolCall call, OpenSnapshot snapshot, Duration reuseTime) {
        long bytes = OVERHEAD_BYTES;
        for (Segment segment : snapshot.snapshot().segments()) {
            bytes += segment.length();
        }
        Instant storedAt = snapshot.snapshot().takenAt();
        return new CacheEntry(
                snapshot.snapshot().id(),
                form(call.client()),
                bytes,
                storedAt,
                storedAt.plus(reuseTime),
                call.sourceMillis());
    }

    /** Answers a call from the stored result of an equal call; returns null if the tool has to run. */
    public @Nullable Outcome answer(ToolCall call, CacheEntry cacheEntry, boolean isCoalesced) {
        try {
            OpenSnapshot snapshot = find(call, cacheEntry);
            if (snapshot == null) {
                return null;
            }
            ReceivedResult storedResult = new ReceivedResult(RawResult.of(snapshot.raw()), "", snapshot);
            return resultGuard
                    .snapshots()
                    .runWhileInUse(
                            cacheEntry.id(),
                            () -> answer(
                                    call.withSourceMillis(cacheEntry.sourceMillis()),
                                    storedResult,
                                    cacheHit(cacheEntry, isCoalesced)));
        } catch (RuntimeException | StackOverflowError e) {
            // no answer was sent: the tool can still run
            return null;
        }
    }

    private @Nullable OpenSnapshot find(ToolCall call, CacheEntry cacheEntry) {
        OpenSnapshot snapshot = resultGuard.snapshots().find(cacheEntry.id());
        SnapshotOrigin origin = snapshot == null ? null : snapshot.snapshot().origin();
        boolean isSameCall = origin != null
                && origin.caller().equals(call.caller())
                && origin.server().equals(call.server())
                && origin.tool().equals(call.tool());
        return isSameCall ? snapshot : null;
    }

    private Outcome answer(ToolCall request, ReceivedResult result, CacheHitInfo cacheHit) {
        Call call = resultGuard
                .recorder()
                .begin(
                        request,
                        policies(request),
                        assignRollout(request),
                        result.raw().bytes())
                .withReuse(new Call.Reuse(Duration.ZERO, cacheHit));
        return resultGuard.guard(call, result).outcome();
    }

    private CacheHitInfo cacheHit(CacheEntry cacheEntry, boolean isCoalesced) {
        return new CacheHitInfo(
                cacheEntry.storedAt(),
                cacheEntry.age(resultGuard.snapshots().now()),
                isCoalesced,
                cacheEntry.sourceMillis());
    }

    /**
     * Answers a call from the result of an equal call, if this result is not stored, or is stored in another form than
     * the client of the call needs.
     *
     * @param cacheEntry the entry of the result that is stored in another form; null if the result has just arrived
     */
    public Outcome answer(ToolCall call, Slice result, @Nullable CacheEntry cacheEntry, boolean isCoalesced) {
        ReceivedResult received = ReceivedResult.of(RawResult.of(result));
        if (cacheEntry != null) {
            return answer(
                    call.withSourceMillis(cacheEntry.sourceMillis()), received, cacheHit(cacheEntry, isCoalesced));
        }
        Instant now = resultGuard.snapshots().now();
        return answer(call, received, new CacheHitInfo(now, Duration.ZERO, isCoalesced, call.sourceMillis()));
    }

    /** Returns the stored result as received; null if it has expired or belongs to another call. */
    public @Nullable Slice findResult(ToolCall call, CacheEntry cacheEntry) {
        try {
            OpenSnapshot snapshot = find(call, cacheEntry);
            return snapshot == null ? null : snapshot.raw();
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** Drops a result that no longer answers calls, unless a cursor can still read it. */
    public void release(CacheEntry cacheEntry) {
        resultGuard.snapshots().dropUnread(cacheEntry.id());
    }
}
