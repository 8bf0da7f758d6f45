package dev.plimsoll;

import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import org.jspecify.annotations.Nullable;

/**
 * Answer with its cursors in place.
 *
 * @param isComplete whether it is the complete result, with nothing cut
 * @param items the number of items of the result; -1 if they were not counted
 * @param elicitation what to ask the client's user first, or null
 * @param advisesAgainstPaging whether the answer suggests a better way than paging
 */
record FinishedAnswer(
        Slice result,
        OutcomeKind outcome,
        long tokens,
        boolean isComplete,
        long items,
        @Nullable ElicitationRequest elicitation,
        boolean advisesAgainstPaging) {

    /** Returns a copy with another result. */
    FinishedAnswer with(Slice other) {
        return new FinishedAnswer(other, outcome, tokens, isComplete, items, elicitation, advisesAgainstPaging);
    }

    FinishedAnswer(Slice result, OutcomeKind outcome, long tokens, boolean whole) {
        this(result, outcome, tokens, whole, -1, null, false);
    }
}
