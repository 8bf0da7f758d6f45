package dev.plimsoll.bench.load;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.OutcomeKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** An engine, by default with a store in memory. The clock of that store advances only in {@link #expire}. Not thread-safe. */
public final class BenchEngine {

    private static final StoreLimits LIMITS = new StoreLimits(1L << 30, 1L << 30, 1_000);

    private final ToolCall call = ToolCall.of("bench", "list", "caller");
    private final Plimsoll plimsoll;
    private Instant now = Instant.parse("2026-11-21T00:00:00Z");

    public BenchEngine(Policy policy) {
        this.plimsoll = createEngine(SnapshotStore.inMemory(LIMITS, () -> now, new Random(1)), policy);
    }

    /** Creates an engine with another store, which may contain snapshots of an earlier engine. */
    public BenchEngine(Policy policy, SnapshotStore store) {
        this.plimsoll = createEngine(store, policy);
    }

    private static Plimsoll createEngine(SnapshotStore store, Policy policy) {
        KeyRing keys = KeyRing.of(new byte[32]);
        return Plimsoll.builder().store(store).keys(keys).policy(policy).build();
    }

    /** Expires earlier snapshots, so that eviction is not measured, and then returns the first answer to a list. */
    public Slice firstAnswer(Slice result) {
        expire();
        return guard(result, OutcomeKind.PAGINATED);
    }

    /** Expires earlier snapshots, and then returns the first answer to a long text. */
    public Slice firstChunk(Slice result) {
        expire();
        return guard(result, OutcomeKind.CHUNKED);
    }

    /** Returns the answer to a result within the budget. */
    public Slice answerWithinBudget(Slice result) {
        return guard(result, OutcomeKind.PASSED);
    }

    /** Returns the first answer to a list, without expiring earlier snapshots. */
    public Slice firstAnswerWithoutExpiry(Slice result) {
        return guard(result, OutcomeKind.PAGINATED);
    }

    /** Returns the answer to a follow-up read with these arguments. */
    public Slice read(Slice arguments) {
        return requireOutcome(plimsoll.read(call, arguments), OutcomeKind.READ);
    }

    Slice guard(Slice result, OutcomeKind expected) {
        return requireOutcome(plimsoll.guard(call, RawResult.of(result)), expected);
    }

    private void expire() {
        now = now.plus(Duration.ofMinutes(20));
    }

    private static Slice requireOutcome(Outcome outcome, OutcomeKind expected) {
        if (outcome.receipt().outcome() != expected) {
            throw new IllegalStateException("must be " + expected + ", was "
                    + outcome.receipt().outcome() + ": " + outcome.receipt().reason());
        }
        return outcome.result();
    }
}
