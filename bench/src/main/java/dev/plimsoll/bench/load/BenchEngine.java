package dev.plimsoll.bench.load;

import dev.plimsoll.GuardedResult;
import dev.plimsoll.Plimsoll;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.OutcomeKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** The engine over a store in memory whose clock stands still until {@link #expire}. Not thread-safe. */
public final class BenchEngine {

    private static final StoreLimits LIMITS = new StoreLimits(1L << 30, 1L << 30, 1_000);

    private final ToolCall call = ToolCall.of("bench", "list", "caller");
    private final Plimsoll plimsoll;
    private Instant now = Instant.parse("2026-11-21T00:00:00Z");

    public BenchEngine(Policy policy) {
        this.plimsoll = over(SnapshotStore.inMemory(LIMITS, () -> now, new Random(1)), policy);
    }

    /** The engine over another store, which may hold what an earlier one has kept there. */
    public BenchEngine(Policy policy, SnapshotStore store) {
        this.plimsoll = over(store, policy);
    }

    private static Plimsoll over(SnapshotStore store, Policy policy) {
        KeyRing keys = KeyRing.of(new byte[32]);
        return Plimsoll.over(store, keys, Policies.of(policy), GuardListener.none());
    }

    /** A first answer, with the snapshots of earlier calls expired: a full store is not what is measured. */
    public Slice firstAnswer(Slice result) {
        expire();
        return guard(result, OutcomeKind.PAGINATED);
    }

    /** The same of a long text. */
    public Slice firstChunk(Slice result) {
        expire();
        return guard(result, OutcomeKind.CHUNKED);
    }

    /** What a result within the budget becomes. */
    public Slice passed(Slice result) {
        return guard(result, OutcomeKind.PASSED);
    }

    /** A first answer that leaves everything where it is. */
    public static Slice answer(BenchEngine benchEngine, Slice result) {
        return benchEngine.guard(result, OutcomeKind.PAGINATED);
    }

    /** What is answered to these arguments of the reading tool. */
    public Slice read(Slice arguments) {
        return checked(plimsoll.read(call, arguments), OutcomeKind.READ);
    }

    Slice guard(Slice result, OutcomeKind expected) {
        return checked(plimsoll.guard(call, result), expected);
    }

    private void expire() {
        now = now.plus(Duration.ofMinutes(20));
    }

    private static Slice checked(GuardedResult guardedResult, OutcomeKind expected) {
        if (guardedResult.receipt().outcome() != expected) {
            throw new IllegalStateException("must be " + expected + ", was "
                    + guardedResult.receipt().outcome() + ": " + guardedResult.receipt().why());
        }
        return guardedResult.result();
    }
}
