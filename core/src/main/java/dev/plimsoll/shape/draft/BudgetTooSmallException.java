package dev.plimsoll.shape.draft;

import dev.plimsoll.policy.Budget;

/** Thrown if not even the header of an answer fits the budget. The answer is then a plain cut without a header. */
public final class BudgetTooSmallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BudgetTooSmallException(Budget budget) {
        super("no header fits " + budget.tokens() + " tokens, " + budget.bytes() + " bytes");
    }
}
