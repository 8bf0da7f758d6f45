package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.OpenSnapshot;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.ReadArguments;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls from the result of an earlier equal call, shaped again for the budget and client of each. The caller of
 * this class decides which calls are equal.
 */
public final class ResultReuse {

    /** Bytes of overhead per snapshot. */
    private static final long OVERHEAD = 1024;

    private final ResultGuard resultGuard;
    private final Policies policies;

    ResultReuse(ResultGuard resultGuard, Policies policies) {
        this.resultGuard = resultGuard;
        this.policies = policies;
    }

    /**
     * Answer of a call whose result may answer other calls.
     *
     * @param isReusable whether the result may be reused: it is complete and not an error
     * @param cacheEntry the stored result for other calls; null if it is not stored
     */
    public record Fresh(
            GuardedResult guarded,
            boolean isReusable,
            @Nullable CacheEntry cacheEntry) {}

    /** Returns the form of results for a client with these features. */
    public static ResultForm form(ClientFeatures clientFeatures) {
        return clientFeatures.anyStructured()
                ? ResultForm.MODERN
                : clientFeatures.structured() ? ResultForm.CURRENT : ResultForm.OLD;
    }

    /**
     * Guards a result like {@link Plimsoll#guard(ToolCall, RawResult, ReadArguments)}, and stores a sound result for
     * later calls even if it passes unchanged.
     *
     * @param ttl how long it may answer later calls, if the policy allows storing it that long
     */
    public Fresh guard(ToolCall call, RawResult result, ReadArguments readArguments, Duration ttl) {
        RolloutAssignment rolloutAssignment = assignRollout(call);
        Duration reuseTime = reuseDuration(rolloutAssignment.policy().policy(), ttl);
        CallState callState = resultGuard
                .recorder()
                .begin(call, rolloutAssignment, result.bytes())
                .setMinimumTtl(reuseTime);
        GuardedResult guardedResult =
                resultGuard.guard(callState, rolloutAssignment.policy(), result, readArguments, "");
        MeasuredResult measuredResult = callState.measured();
        if (measuredResult == null || measuredResult.result().isError()) {
            return new Fresh(guardedResult, false, null);
        }
        OpenSnapshot openSnapshot =
                callState.opened() == null ? storeForReuse(callState, measuredResult) : callState.opened();
        return new Fresh(guardedResult, true, openSnapshot == null ? null : createEntry(call, openSnapshot, reuseTime));
    }

    /**
     * Returns whether the policy acts on this call, and would again. A call on which it does not act gets the server's
     * result, and its result is not reused.
     */
    public boolean applies(ToolCall call) {
        RolloutAssignment rolloutAssignment = assignRollout(call);
        Rollout rollout = rolloutAssignment.rollout();
        boolean stable = rollout.arm() == Arm.NONE || RolloutUnit.of(call).number() == rollout.unit();
        return stable
                && rolloutAssignment.policy().policy().get(Policy.ROLLOUT_MODE).isActive();
    }

    private RolloutAssignment assignRollout(ToolCall call) {
        return RolloutAssignment.of(
                policies.of(call.server(), call.tool(), call.client().name()),
                call,
                resultGuard.cursors().styles());
    }

    /**
     * Returns the time for which a result is reused. It ends early enough that its last cursors can be read for a while
     * before the snapshot must expire.
     */
    static Duration reuseDuration(Policy policy, Duration ttl) {
        Duration maxTtl = policy.get(Policy.MAX_TTL);
        Duration readTime = min(policy.get(Policy.TTL), StoreLimits.PROTECTED);
        Duration remaining = maxTtl.minus(readTime);
        Duration half = maxTtl.dividedBy(2);
        return min(ttl, remaining.compareTo(half) > 0 ? remaining : half);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * Stores a result for reuse; returns null if there is no free space, because no readable snapshot is evicted for
     * it, or if the result had to be repaired: then it differs from what the first call got.
     */
    private @Nullable OpenSnapshot storeForReuse(CallState callState, MeasuredResult measuredResult) {
        try {
            if (!resultGuard
                    .archive()
                    .hasFreeBytes(OVERHEAD + 2L * measuredResult.result().raw().length())) {
                return null;
            }
            MeasuredResult checked = measuredResult.checked();
            return checked.equals(measuredResult) ? resultGuard.archive().store(callState, checked, "") : null;
        } catch (RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    private static CacheEntry createEntry(ToolCall call, OpenSnapshot openSnapshot, Duration reuseTime) {
        long bytes = OVERHEAD;
        for (Segment segment : openSnapshot.snapshot().segments()) {
            bytes += segment.length();
        }
        Instant storedAt = openSnapshot.snapshot().takenAt();
        return new CacheEntry(
                openSnapshot.snapshot().id(),
                form(call.client()),
                bytes,
                storedAt,
                storedAt.plus(reuseTime),
                call.sourceMillis());
    }

    /**
     * Answers a call from the stored result of an equal call.
     *
     * @param joined whether the call waited for the other call while that was running
     * @return null if the tool has to run: the snapshot has expired, or it cannot be shaped for this call
     */
    public @Nullable GuardedResult answer(
            ToolCall call, CacheEntry cacheEntry, ReadArguments readArguments, boolean joined) {
        try {
            OpenSnapshot openSnapshot = find(call, cacheEntry);
            return openSnapshot == null
                    ? null
                    : resultGuard
                            .archive()
                            .runWhileInUse(
                                    cacheEntry.id(),
                                    () -> answer(call, openSnapshot, cacheEntry, readArguments, joined));
        } catch (RuntimeException | StackOverflowError e) {
            // nothing was sent yet: the tool can still run
            return null;
        }
    }

    private @Nullable OpenSnapshot find(ToolCall call, CacheEntry cacheEntry) {
        OpenSnapshot openSnapshot = resultGuard.archive().find(cacheEntry.id());
        SnapshotOrigin snapshotOrigin =
                openSnapshot == null ? null : openSnapshot.snapshot().origin();
        boolean isSameCall = snapshotOrigin != null
                && snapshotOrigin.caller().equals(call.caller())
                && snapshotOrigin.server().equals(call.server())
                && snapshotOrigin.tool().equals(call.tool());
        return isSameCall ? openSnapshot : null;
    }

    private GuardedResult answer(
            ToolCall call,
            OpenSnapshot openSnapshot,
            CacheEntry cacheEntry,
            ReadArguments readArguments,
            boolean joined) {
        return answer(
                call.withSourceMillis(cacheEntry.sourceMillis()),
                openSnapshot.raw(),
                cacheHit(cacheEntry, joined),
                openSnapshot,
                readArguments);
    }

    private GuardedResult answer(
            ToolCall call,
            Slice result,
            CacheHitInfo hit,
            @Nullable OpenSnapshot openSnapshot,
            ReadArguments readArguments) {
        RolloutAssignment rolloutAssignment = assignRollout(call);
        CallState callState =
                resultGuard.recorder().begin(call, rolloutAssignment, result).setCacheHit(hit, openSnapshot);
        return resultGuard.guard(callState, rolloutAssignment.policy(), RawResult.of(result), readArguments, "");
    }

    private CacheHitInfo cacheHit(CacheEntry cacheEntry, boolean joined) {
        return new CacheHitInfo(
                cacheEntry.storedAt(), cacheEntry.age(resultGuard.archive().now()), joined, cacheEntry.sourceMillis());
    }

    /**
     * Answers a call from the result of an equal call that is not stored, or not in the form for the call's client.
     *
     * @param cacheEntry the entry that holds it in another form; null if it has just arrived
     */
    public GuardedResult answer(
            ToolCall call, Slice result, @Nullable CacheEntry cacheEntry, ReadArguments readArguments, boolean joined) {
        if (cacheEntry != null) {
            return answer(
                    call.withSourceMillis(cacheEntry.sourceMillis()),
                    result,
                    cacheHit(cacheEntry, joined),
                    null,
                    readArguments);
        }
        CacheHitInfo hit = new CacheHitInfo(resultGuard.archive().now(), Duration.ZERO, joined, call.sourceMillis());
        return answer(call, result, hit, null, readArguments);
    }

    /** Returns the stored result as received; null if it has expired or belongs to another call. */
    public @Nullable Slice findResult(ToolCall call, CacheEntry cacheEntry) {
        try {
            OpenSnapshot openSnapshot = find(call, cacheEntry);
            return openSnapshot == null ? null : openSnapshot.raw();
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** Drops a result that no longer answers calls, unless a cursor can still read it. */
    public void release(CacheEntry cacheEntry) {
        resultGuard.archive().dropUnread(cacheEntry.id());
    }
}
