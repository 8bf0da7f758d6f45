package dev.plimsoll.gateway.trial;

import dev.plimsoll.measure.Estimator;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ToolResult;

/** Counts what a result costs whatever the budget: exactly, but for an estimator that is a formula. */
final class TrialTokens {

    private TrialTokens() {}

    /** Of everything a client could feed to a model; copies of one document count once, or summed. */
    static long of(ToolResult result, Estimator estimator, boolean sumCopies) {
        return new ResultMeter(estimator, sumCopies).sure(result);
    }
}
