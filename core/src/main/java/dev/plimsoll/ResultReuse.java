package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.Opened;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.Segment;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.ReadArguments;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls from the result of an earlier one that said the same: shaped anew, for the budget and the client of each.
 * Which calls say the same is for others to know.
 */
public final class ResultReuse {

    /** What goes with every snapshot, besides its bytes. */
    private static final long OVERHEAD = 1024;

    private final ResultGuard resultGuard;
    private final Policies policies;

    ResultReuse(ResultGuard resultGuard, Policies policies) {
        this.resultGuard = resultGuard;
        this.policies = policies;
    }

    /**
     * What a call gets whose result may answer others.
     *
     * @param sound whether it may: it is complete, and no error
     * @param held where it is kept for them; null where it is not
     */
    public record Fresh(
            GuardedResult guarded, boolean sound, @Nullable CacheEntry held) {}

    /** What results may hold that a client like this has asked for. */
    public static ResultForm form(ClientFeatures clientFeatures) {
        return clientFeatures.anyStructured() ? ResultForm.MODERN : clientFeatures.structured() ? ResultForm.CURRENT : ResultForm.OLD;
    }

    /**
     * The same as {@link Plimsoll#guard(ToolCall, RawResult, ReadArguments)}; a sound result is kept for calls to come, also
     * where it passes whole.
     *
     * @param ttl how long it may answer them, if it may be kept for so long
     */
    public Fresh guard(ToolCall call, RawResult result, ReadArguments asked, Duration ttl) {
        RolloutAssignment rolloutAssignment = standing(call);
        Duration life = life(rolloutAssignment.policy().policy(), ttl);
        CallState callState =
                resultGuard.recorder().begin(call, rolloutAssignment, result.bytes()).lasting(life);
        GuardedResult guardedResult = resultGuard.fit(callState, rolloutAssignment.policy(), result, asked, "");
        MeasuredResult measuredResult = callState.measured();
        if (measuredResult == null || measuredResult.result().error()) {
            return new Fresh(guardedResult, false, null);
        }
        Opened opened = callState.opened() == null ? kept(callState, measuredResult) : callState.opened();
        return new Fresh(guardedResult, true, opened == null ? null : held(call, opened, life));
    }

    /**
     * Whether the policy acts on this call, and would again: what it does not act on gets what the server gives, and gives
     * nothing to others.
     */
    public boolean applies(ToolCall call) {
        RolloutAssignment rolloutAssignment = standing(call);
        Rollout rollout = rolloutAssignment.rollout();
        boolean stable = rollout.arm() == Arm.NONE || RolloutUnit.of(call).number() == rollout.unit();
        return stable && rolloutAssignment.policy().policy().get(Policy.ROLLOUT_MODE).acts();
    }

    private RolloutAssignment standing(ToolCall call) {
        return RolloutAssignment.of(policies.of(call.server(), call.tool(), call.client().name()), call);
    }

    /** What is cut from it at last can be read on for a while before the snapshot has to end. */
    static Duration life(Policy policy, Duration ttl) {
        Duration most = policy.get(Policy.MAX_TTL);
        Duration reading = min(policy.get(Policy.TTL), StoreLimits.PROTECTED);
        Duration rest = most.minus(reading);
        Duration half = most.dividedBy(2);
        return min(ttl, rest.compareTo(half) > 0 ? rest : half);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * Null where there is no free room for it, for nothing that can be read on gives way to this; or when it had to be
     * mended: then it is not what the first call got.
     */
    private @Nullable Opened kept(CallState callState, MeasuredResult measuredResult) {
        try {
            if (!resultGuard.archive()
                    .hasRoom(OVERHEAD + 2L * measuredResult.result().raw().length())) {
                return null;
            }
            MeasuredResult checked = measuredResult.checked();
            return checked.equals(measuredResult) ? resultGuard.archive().keep(callState, checked, "") : null;
        } catch (RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    private static CacheEntry held(ToolCall call, Opened opened, Duration life) {
        long bytes = OVERHEAD;
        for (Segment segment : opened.snapshot().segments()) {
            bytes += segment.length();
        }
        Instant at = opened.snapshot().takenAt();
        return new CacheEntry(opened.snapshot().id(), form(call.client()), bytes, at, at.plus(life), call.sourceMillis());
    }

    /**
     * What a call gets that says the same as the one whose result is held.
     *
     * @param joined whether it came while that one was under way
     * @return null where the tool has to run: the result is gone, or cannot be shaped like this
     */
    public @Nullable GuardedResult answer(ToolCall call, CacheEntry cacheEntry, ReadArguments asked, boolean joined) {
        try {
            Opened opened = find(call, cacheEntry);
            return opened == null
                    ? null
                    : resultGuard.archive().lending(cacheEntry.id(), () -> answer(call, opened, cacheEntry, asked, joined));
        } catch (RuntimeException | StackOverflowError e) {
            // nobody has heard of it: the tool can still be asked
            return null;
        }
    }

    private @Nullable Opened find(ToolCall call, CacheEntry cacheEntry) {
        Opened opened = resultGuard.archive().find(cacheEntry.id());
        SnapshotOrigin snapshotOrigin = opened == null ? null : opened.snapshot().origin();
        boolean theirs = snapshotOrigin != null
                && snapshotOrigin.caller().equals(call.caller())
                && snapshotOrigin.server().equals(call.server())
                && snapshotOrigin.tool().equals(call.tool());
        return theirs ? opened : null;
    }

    private GuardedResult answer(ToolCall call, Opened opened, CacheEntry cacheEntry, ReadArguments asked, boolean joined) {
        return answer(call.withSourceMillis(cacheEntry.sourceMillis()), opened.raw(), reused(cacheEntry, joined), opened, asked);
    }

    private GuardedResult answer(ToolCall call, Slice result, CacheHitInfo how, @Nullable Opened opened, ReadArguments asked) {
        RolloutAssignment rolloutAssignment = standing(call);
        CallState callState = resultGuard.recorder().begin(call, rolloutAssignment, result).reusing(how, opened);
        return resultGuard.fit(callState, rolloutAssignment.policy(), RawResult.of(result), asked, "");
    }

    private CacheHitInfo reused(CacheEntry cacheEntry, boolean joined) {
        return new CacheHitInfo(cacheEntry.storedAt(), cacheEntry.age(resultGuard.archive().now()), joined, cacheEntry.sourceMillis());
    }

    /**
     * What a call gets for the result of another that said the same, where that is not kept, or not in the form that the
     * call's client takes.
     *
     * @param cacheEntry where it is kept in another form; null: it came this moment
     */
    public GuardedResult answer(ToolCall call, Slice result, @Nullable CacheEntry cacheEntry, ReadArguments asked, boolean joined) {
        if (cacheEntry != null) {
            return answer(call.withSourceMillis(cacheEntry.sourceMillis()), result, reused(cacheEntry, joined), null, asked);
        }
        CacheHitInfo how = new CacheHitInfo(resultGuard.archive().now(), Duration.ZERO, joined, call.sourceMillis());
        return answer(call, result, how, null, asked);
    }

    /** The result that is held, as it came; null when it is gone or not this call's. */
    public @Nullable Slice whole(ToolCall call, CacheEntry cacheEntry) {
        try {
            Opened opened = find(call, cacheEntry);
            return opened == null ? null : opened.raw();
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** Gives up what no call gets any more, unless there is something of it to read on. */
    public void release(CacheEntry cacheEntry) {
        resultGuard.archive().dropUnread(cacheEntry.id());
    }
}
