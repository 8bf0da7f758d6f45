package dev.plimsoll;

import dev.plimsoll.session.Repeats;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.Rollout.Instead;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tries out what a call would have got, in a store that is thrown away. Nothing that goes wrong there touches the call. */
final class Shadow {

    /** As many as one call keeps, and more. */
    private static final Limits ROOM = new Limits(1L << 32, 1L << 32, 16);

    private Shadow() {}

    /** Null when that failed. */
    static @Nullable Instead of(Cursors cursors, Function<Fitting, Guarded> answering) {
        try (SnapshotStore store =
                SnapshotStore.inMemory(ROOM, InstantSource.system(), new SplittableRandom(System.nanoTime()))) {
            Receipt receipt = answering
                    .apply(new Fitting(
                            new Archive(store, ROOM.maxBytes()),
                            cursors.over(store),
                            new Recorder(
                                    GuardListener.none(),
                                    new Sessions(SessionLedger.inMemory(InstantSource.system()), new Repeats()))))
                    .receipt();
            return new Instead(receipt.outcome(), receipt.answerTokens(), receipt.answerBytes());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            return null;
        }
    }
}
