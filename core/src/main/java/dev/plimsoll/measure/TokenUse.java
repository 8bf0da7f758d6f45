package dev.plimsoll.measure;

/** What the tokens of a result are used for. The less depends on them, the faster they can be estimated. */
public enum TokenUse {
    /** Several decisions depend on them. */
    DECISIONS,
    /** They decide only whether the result is above its budget. */
    BUDGET,
    /** They decide nothing, because the result passes in any case. */
    REPORT;

    /**
     * Returns whether the tokens are only reported.
     *
     * @param isWithinBudget whether the result is known to be within its budget
     */
    boolean isReported(boolean isWithinBudget) {
        return this == REPORT || (this == BUDGET && isWithinBudget);
    }
}
