package dev.plimsoll.engine;

import dev.plimsoll.engine.record.ActiveSessions;
import dev.plimsoll.engine.record.CallRecorder;
import dev.plimsoll.engine.record.FinishedCall;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.session.RepeatDetector;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import dev.plimsoll.tokens.ParallelRunner;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Trial run that finds the answer that a call would get. It uses a temporary store, and its errors do not affect the call. */
final class ShadowTrial {

    /** Limits of the temporary store, larger than any call needs. */
    private static final StoreLimits LIMITS = new StoreLimits(1L << 32, 1L << 32, 16);

    private ShadowTrial() {}

    /** Returns a new store for results that no later call reads. */
    static SnapshotStore temporaryStore() {
        return SnapshotStore.inMemory(LIMITS, InstantSource.system(), new SplittableRandom(System.nanoTime()));
    }

    static SnapshotRepository repository(SnapshotStore temporaryStore) {
        return new SnapshotRepository(temporaryStore, LIMITS.maxBytes(), task -> {}, ParallelRunner.SEQUENTIAL);
    }

    /** Returns the outcome that the call would get; null if the trial failed. */
    static @Nullable ShadowAnswer run(
            CursorIssuer cursorIssuer, HeavyWorkRunner heavyWorkRunner, Function<ResultGuard, FinishedCall> guard) {
        try (SnapshotStore store = temporaryStore()) {
            Receipt receipt = guard.apply(new ResultGuard(
                            repository(store),
                            cursorIssuer.withStore(store),
                            new CallRecorder(
                                    GuardListener.none(),
                                    new ActiveSessions(
                                            SessionLedger.inMemory(InstantSource.system()), new RepeatDetector())),
                            heavyWorkRunner.inline()))
                    .outcome()
                    .receipt();
            return new ShadowAnswer(receipt.outcome(), receipt.answerTokens(), receipt.answerBytes());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            return null;
        }
    }
}
