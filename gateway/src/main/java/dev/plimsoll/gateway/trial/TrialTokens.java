package dev.plimsoll.gateway.trial;

import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.tokens.Estimator;

/** Counts the tokens of a result by an estimator. */
final class TrialTokens {

    private TrialTokens() {}

    /**
     * Returns the tokens of everything that a client could pass to a model.
     *
     * @param isSumOfCopies whether each copy of one document counts; if not, copies count once
     */
    static long count(ToolResult result, Estimator estimator, boolean isSumOfCopies) {
        return new ResultMeter(estimator, isSumOfCopies).decidingTokens(result);
    }
}
