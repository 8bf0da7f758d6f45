package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.cache.Form;
import dev.plimsoll.cache.Held;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Client;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.Origin;
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
public final class Recall {

    /** What goes with every snapshot, besides its bytes. */
    private static final long OVERHEAD = 1024;

    private final Fitting fitting;
    private final Policies policies;

    Recall(Fitting fitting, Policies policies) {
        this.fitting = fitting;
        this.policies = policies;
    }

    /**
     * What a call gets whose result may answer others.
     *
     * @param sound whether it may: it is complete, and no error
     * @param held where it is kept for them; null where it is not
     */
    public record Fresh(
            Guarded guarded, boolean sound, @Nullable Held held) {}

    /** What results may hold that a client like this has asked for. */
    public static Form form(Client client) {
        return client.anyStructured() ? Form.MODERN : client.structured() ? Form.CURRENT : Form.OLD;
    }

    /**
     * The same as {@link Plimsoll#guard(ToolCall, RawResult, ReadArguments)}; a sound result is kept for calls to come, also
     * where it passes whole.
     *
     * @param ttl how long it may answer them, if it may be kept for so long
     */
    public Fresh guard(ToolCall call, RawResult result, ReadArguments asked, Duration ttl) {
        Stand stand = standing(call);
        Duration life = life(stand.policy().policy(), ttl);
        Exchange exchange =
                fitting.recorder().begin(call, stand, result.bytes()).lasting(life);
        Guarded guarded = fitting.fit(exchange, stand.policy(), result, asked, "");
        Measured measured = exchange.measured();
        if (measured == null || measured.result().error()) {
            return new Fresh(guarded, false, null);
        }
        Opened opened = exchange.opened() == null ? kept(exchange, measured) : exchange.opened();
        return new Fresh(guarded, true, opened == null ? null : held(call, opened, life));
    }

    /**
     * Whether the policy acts on this call, and would again: what it does not act on gets what the server gives, and gives
     * nothing to others.
     */
    public boolean applies(ToolCall call) {
        Stand stand = standing(call);
        Rollout rollout = stand.rollout();
        boolean stable = rollout.arm() == Arm.NONE || Unit.of(call).number() == rollout.unit();
        return stable && stand.policy().policy().get(Policy.ROLLOUT_MODE).acts();
    }

    private Stand standing(ToolCall call) {
        return Stand.of(policies.of(call.server(), call.tool(), call.client().name()), call);
    }

    /** What is cut from it at last can be read on for a while before the snapshot has to end. */
    static Duration life(Policy policy, Duration ttl) {
        Duration most = policy.get(Policy.MAX_TTL);
        Duration reading = min(policy.get(Policy.TTL), Limits.PROTECTED);
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
    private @Nullable Opened kept(Exchange exchange, Measured measured) {
        try {
            if (!fitting.archive()
                    .hasRoom(OVERHEAD + 2L * measured.result().raw().length())) {
                return null;
            }
            Measured checked = measured.checked();
            return checked.equals(measured) ? fitting.archive().keep(exchange, checked, "") : null;
        } catch (RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    private static Held held(ToolCall call, Opened opened, Duration life) {
        long bytes = OVERHEAD;
        for (Segment segment : opened.snapshot().segments()) {
            bytes += segment.length();
        }
        Instant at = opened.snapshot().takenAt();
        return new Held(opened.snapshot().id(), form(call.client()), bytes, at, at.plus(life), call.sourceMillis());
    }

    /**
     * What a call gets that says the same as the one whose result is held.
     *
     * @param joined whether it came while that one was under way
     * @return null where the tool has to run: the result is gone, or cannot be shaped like this
     */
    public @Nullable Guarded answer(ToolCall call, Held held, ReadArguments asked, boolean joined) {
        try {
            Opened opened = find(call, held);
            return opened == null
                    ? null
                    : fitting.archive().lending(held.id(), () -> answer(call, opened, held, asked, joined));
        } catch (RuntimeException | StackOverflowError e) {
            // nobody has heard of it: the tool can still be asked
            return null;
        }
    }

    private @Nullable Opened find(ToolCall call, Held held) {
        Opened opened = fitting.archive().find(held.id());
        Origin origin = opened == null ? null : opened.snapshot().origin();
        boolean theirs = origin != null
                && origin.caller().equals(call.caller())
                && origin.server().equals(call.server())
                && origin.tool().equals(call.tool());
        return theirs ? opened : null;
    }

    private Guarded answer(ToolCall call, Opened opened, Held held, ReadArguments asked, boolean joined) {
        return answer(call.withSourceMillis(held.sourceMillis()), opened.raw(), reused(held, joined), opened, asked);
    }

    private Guarded answer(ToolCall call, Slice result, Reused how, @Nullable Opened opened, ReadArguments asked) {
        Stand stand = standing(call);
        Exchange exchange = fitting.recorder().begin(call, stand, result).reusing(how, opened);
        return fitting.fit(exchange, stand.policy(), RawResult.of(result), asked, "");
    }

    private Reused reused(Held held, boolean joined) {
        return new Reused(held.storedAt(), held.age(fitting.archive().now()), joined, held.sourceMillis());
    }

    /**
     * What a call gets for the result of another that said the same, where that is not kept, or not in the form that the
     * call's client takes.
     *
     * @param held where it is kept in another form; null: it came this moment
     */
    public Guarded answer(ToolCall call, Slice result, @Nullable Held held, ReadArguments asked, boolean joined) {
        if (held != null) {
            return answer(call.withSourceMillis(held.sourceMillis()), result, reused(held, joined), null, asked);
        }
        Reused how = new Reused(fitting.archive().now(), Duration.ZERO, joined, call.sourceMillis());
        return answer(call, result, how, null, asked);
    }

    /** The result that is held, as it came; null when it is gone or not this call's. */
    public @Nullable Slice whole(ToolCall call, Held held) {
        try {
            Opened opened = find(call, held);
            return opened == null ? null : opened.raw();
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** Gives up what no call gets any more, unless there is something of it to read on. */
    public void release(Held held) {
        fitting.archive().dropUnread(held.id());
    }
}
