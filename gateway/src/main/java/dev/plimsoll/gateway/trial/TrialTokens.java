package dev.plimsoll.gateway.trial;

import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.tokens.Estimator;

/** Counts the tokens of a result, whatever the budget: exactly, unless the estimator is a formula. */
final class TrialTokens {

    private TrialTokens() {}

    /**
     * Returns the tokens of everything that a client could pass to a model. Copies of one document count once, or are
     * added up.
     */
    static long count(ToolResult result, Estimator estimator, boolean sumCopies) {
        return new ResultMeter(estimator, sumCopies).decidingTokens(result);
    }
}
