package dev.plimsoll;

import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.OutputSchema;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.BudgetTooSmallException;
import dev.plimsoll.shape.PlainCut;
import dev.plimsoll.store.StoreException;

/** Beginning of a result that could not be stored or shaped: the least that a call gets. */
final class FallbackCut {

    private FallbackCut() {}

    static PlainCut.Cut of(
            MeasuredResult known, Throwable failure, Policy policy, Budget budget, ClientFeatures clientFeatures) {
        boolean carried = known.result().structured() != null && clientFeatures.structured();
        boolean structured = carried && policy.get(Policy.OUTPUT_SCHEMA) == OutputSchema.WIDEN;
        boolean error = carried && policy.get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
        boolean tooSmall = failure instanceof BudgetTooSmallException;
        String said = tooSmall ? "the budget is too small for more" : "the rest could not be stored";
        try {
            TokenCounter counter = policy.get(Policy.ESTIMATOR).answerCounter();
            return new PlainCut(budget, counter, structured, error, clientFeatures.resultTypeMember())
                    .of(known.document().bytes(), said, known.result(), policy);
        } catch (RuntimeException e) {
            // the first failure may repeat here; counting bytes cannot fail
            Budget bytes = new Budget(Integer.MAX_VALUE, Math.min(budget.bytes(), budget.tokens()));
            return new PlainCut(bytes, TokenCounter.chars(), structured, error, clientFeatures.resultTypeMember())
                    .of(known.result().raw(), said, known.result(), policy);
        }
    }

    /** Returns the error for a policy that refuses even the cut result. */
    static RefusedException refusal(TokenCost tokenCost, Budget budget) {
        return new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "the result of " + (tokenCost.exact() ? "" : "about ") + tokenCost.tokens()
                                + " tokens is above the budget of " + budget.tokens()
                                + " and could not be stored",
                        "ask the tool for less, for example with a filter")
                .detail("tokens", Integer.toString(tokenCost.tokens()));
    }

    /** Returns the text of the failure. Only messages of our own exceptions are quoted: others could contain payload. */
    static String cause(Throwable failure) {
        boolean ours = failure instanceof StoreException || failure instanceof BudgetTooSmallException;
        return ours
                ? String.valueOf(failure.getMessage())
                : "failed: " + failure.getClass().getSimpleName();
    }
}
