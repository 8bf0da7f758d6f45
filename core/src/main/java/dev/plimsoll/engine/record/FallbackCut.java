package dev.plimsoll.engine.record;

import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.result.PlainCut;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.tokens.TokenCounter;

/** Cuts a result that could not be stored or shaped, so that the call gets its beginning. */
final class FallbackCut {

    private FallbackCut() {}

    /** Returns the beginning of the result, within the budget, and a sentence with the reason. */
    static PlainCut.Cut of(
            MeasuredResult measured, Throwable failure, Policy policy, Budget budget, ClientFeatures clientFeatures) {
        boolean hasStructured = measured.result().structured() != null && clientFeatures.hasStructured();
        boolean isStructured = hasStructured && policy.get(Policy.OUTPUT_SCHEMA) == OutputSchema.WIDEN;
        boolean isSentAsError = hasStructured && policy.get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
        boolean isBudgetTooSmall = failure instanceof BudgetTooSmallException;
        String reason = isBudgetTooSmall ? "the budget is too small for more" : "the rest could not be stored";
        try {
            TokenCounter counter = policy.get(Policy.ESTIMATOR).answerCounter();
            return new PlainCut(budget, counter, isStructured, isSentAsError, clientFeatures)
                    .of(measured.document().bytes(), reason, measured.result(), policy);
        } catch (RuntimeException e) {
            // the first failure may repeat here; counting bytes cannot fail
            Budget byteBudget = new Budget(Integer.MAX_VALUE, Math.min(budget.bytes(), budget.tokens()));
            return new PlainCut(byteBudget, TokenCounter.chars(), isStructured, isSentAsError, clientFeatures)
                    .of(measured.result().raw(), reason, measured.result(), policy);
        }
    }

    /** Returns the error for a policy that refuses even the cut result. */
    static RefusedException refusal(TokenCost tokenCost, Budget budget) {
        return new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "the result of " + (tokenCost.isExact() ? "" : "about ") + tokenCost.tokens()
                                + " tokens is above the budget of " + budget.tokens()
                                + " and could not be stored",
                        "ask the tool for less, for example with a filter")
                .detail("tokens", Integer.toString(tokenCost.tokens()));
    }

    /**
     * Returns the text of the failure. Quotes only messages of Plimsoll's own exceptions, because other messages could
     * contain data of the result.
     */
    static String cause(Throwable failure) {
        boolean isOwnException = failure instanceof StoreException || failure instanceof BudgetTooSmallException;
        return isOwnException
                ? String.valueOf(failure.getMessage())
                : "failed: " + failure.getClass().getSimpleName();
    }
}
