package dev.plimsoll.engine.record;

import dev.plimsoll.call.ElicitationRequest;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import org.jspecify.annotations.Nullable;

/**
 * Answer with its cursors in place.
 *
 * @param isComplete whether it is the complete result, with nothing cut
 * @param items the number of items of the result; -1 if they were not counted
 * @param elicitation the question to the client's user before the answer, or null
 * @param hasPagingAdvice whether the answer suggests a better way than paging
 */
public record FinishedAnswer(
        Slice result,
        OutcomeKind outcome,
        long tokens,
        boolean isComplete,
        long items,
        @Nullable ElicitationRequest elicitation,
        boolean hasPagingAdvice) {

    /** Returns a copy with another result. */
    public FinishedAnswer with(Slice other) {
        return new FinishedAnswer(other, outcome, tokens, isComplete, items, elicitation, hasPagingAdvice);
    }

    public FinishedAnswer(Slice result, OutcomeKind outcome, long tokens, boolean isComplete) {
        this(result, outcome, tokens, isComplete, -1, null, false);
    }
}
