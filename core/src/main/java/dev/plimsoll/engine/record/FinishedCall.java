package dev.plimsoll.engine.record;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a call, with what was measured and stored for it.
 *
 * @param measured the measured result; null if it is not a complete result
 * @param snapshot the snapshot of the result; null if it was not stored
 */
public record FinishedCall(
        Outcome outcome,
        @Nullable MeasuredResult measured,
        @Nullable OpenSnapshot snapshot) {

    /** Returns a copy whose answer is converted. A passed result becomes the received bytes; an error stays. */
    public FinishedCall converted(Slice received, UnaryOperator<Slice> converter) {
        if (outcome.error() != null) {
            return this;
        }
        Slice answer = outcome instanceof Outcome.Passed ? received : converter.apply(outcome.result());
        return new FinishedCall(outcome.withPieces(SegmentedText.of(answer)), measured, snapshot);
    }
}
