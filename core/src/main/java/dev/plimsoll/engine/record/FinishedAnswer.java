package dev.plimsoll.engine.record;

import dev.plimsoll.call.ElicitationRequest;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import org.jspecify.annotations.Nullable;

/**
 * Answer that already contains its cursors.
 *
 * @param result the answer as the result of the JSON-RPC response
 * @param isComplete whether it has the complete result of the tool, with nothing cut
 * @param items the number of items of the tool's result; -1 if they were not counted
 * @param elicitation the question that the client's user is asked before the answer is sent, or null
 * @param hasAdviceAgainstPaging whether the answer suggests a better way than paging
 */
public record FinishedAnswer(
        Slice result,
        OutcomeKind outcome,
        long tokens,
        boolean isComplete,
        long items,
        @Nullable ElicitationRequest elicitation,
        boolean hasAdviceAgainstPaging) {

    /** Returns a copy with another result. */
    public FinishedAnswer with(Slice other) {
        return new FinishedAnswer(other, outcome, tokens, isComplete, items, elicitation, hasAdviceAgainstPaging);
    }

    public FinishedAnswer(Slice result, OutcomeKind outcome, long tokens, boolean isComplete) {
        this(result, outcome, tokens, isComplete, -1, null, false);
    }
}
