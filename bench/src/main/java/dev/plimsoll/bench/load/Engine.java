package dev.plimsoll.bench.load;

import dev.plimsoll.Guarded;
import dev.plimsoll.Plimsoll;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** The engine over a store in memory whose clock stands still until {@link #expire}. Not thread-safe. */
public final class Engine {

    private static final Limits LIMITS = new Limits(1L << 30, 1L << 30, 1_000);

    private final ToolCall call = ToolCall.of("bench", "list", "caller");
    private final Plimsoll plimsoll;
    private Instant now = Instant.parse("2026-11-21T00:00:00Z");

    public Engine(Policy policy) {
        this.plimsoll = over(SnapshotStore.inMemory(LIMITS, () -> now, new Random(1)), policy);
    }

    /** The engine over another store, which may hold what an earlier one has kept there. */
    public Engine(Policy policy, SnapshotStore store) {
        this.plimsoll = over(store, policy);
    }

    private static Plimsoll over(SnapshotStore store, Policy policy) {
        KeyRing keys = KeyRing.of(new byte[32]);
        return Plimsoll.over(store, keys, Policies.of(policy), GuardListener.none());
    }

    /** A first answer, with the snapshots of earlier calls expired: a full store is not what is measured. */
    public Slice firstAnswer(Slice result) {
        expire();
        return guard(result, Outcome.PAGINATED);
    }

    /** The same of a long text. */
    public Slice firstChunk(Slice result) {
        expire();
        return guard(result, Outcome.CHUNKED);
    }

    /** What a result within the budget becomes. */
    public Slice passed(Slice result) {
        return guard(result, Outcome.PASSED);
    }

    /** A first answer that leaves everything where it is. */
    public static Slice answer(Engine engine, Slice result) {
        return engine.guard(result, Outcome.PAGINATED);
    }

    /** What is answered to these arguments of the reading tool. */
    public Slice read(Slice arguments) {
        return checked(plimsoll.read(call, arguments), Outcome.READ);
    }

    Slice guard(Slice result, Outcome expected) {
        return checked(plimsoll.guard(call, result), expected);
    }

    private void expire() {
        now = now.plus(Duration.ofMinutes(20));
    }

    private static Slice checked(Guarded guarded, Outcome expected) {
        if (guarded.receipt().outcome() != expected) {
            throw new IllegalStateException("must be " + expected + ", was "
                    + guarded.receipt().outcome() + ": " + guarded.receipt().why());
        }
        return guarded.result();
    }
}
