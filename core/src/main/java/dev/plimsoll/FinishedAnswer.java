package dev.plimsoll;

import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import org.jspecify.annotations.Nullable;

/**
 * An answer with its cursors in place.
 *
 * @param whole whether it is the result itself, with nothing cut
 * @param items of the result, where they were counted; else -1
 * @param question what the client's user may be asked first; or null
 * @param walks whether it is told that there is a better way than page after page
 */
record FinishedAnswer(
        Slice result,
        OutcomeKind outcome,
        long tokens,
        boolean whole,
        long items,
        @Nullable ElicitationRequest question,
        boolean walks) {

    /** The same around other bytes. */
    FinishedAnswer with(Slice other) {
        return new FinishedAnswer(other, outcome, tokens, whole, items, question, walks);
    }

    FinishedAnswer(Slice result, OutcomeKind outcome, long tokens, boolean whole) {
        this(result, outcome, tokens, whole, -1, null, false);
    }
}
