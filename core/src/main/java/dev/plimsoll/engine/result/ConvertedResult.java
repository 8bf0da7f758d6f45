package dev.plimsoll.engine.result;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Result whose documents are replaced with their texts.
 *
 * @param raw the result
 * @param notice sentences that say which documents were read and which were not
 * @param isRead whether at least one document was read
 */
public record ConvertedResult(Slice raw, String notice, boolean isRead) {

    /** Returns this result, measured; null if it cannot be measured. */
    @Nullable MeasuredResult measure(MeasuredResult whole, Policy policy, Budget budget) {
        MeasuredResult measured = MeasuredResult.of(raw, policy, budget);
        return measured == null ? null : measured.withRemovedStructured(whole);
    }
}
