package dev.plimsoll.gateway.trial.view;

import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.policy.Policy;

/** Size of an answer compared with the complete result. */
record SavingText(TrialReport report, TrialReport.Answer answer) {

    /** Returns the tokens as the budget counts them; the exact count if the engine has not counted the answer. */
    long tokens() {
        long counted = answer.outcome().receipt().answerTokens();
        return counted > 0 ? counted : answer.exactTokens();
    }

    /** Returns the budget of this answer, which a read may set itself. */
    long budget() {
        long used = answer.parts().number("budgetUsed");
        return used < 0
                ? report.options().policy().get(Policy.TOKEN_BUDGET_THRESHOLD)
                : used + answer.parts().number("budgetRemaining");
    }

    /** Returns the savings in percent by exact counts, rounded down: never 100, negative if the answer is larger. */
    double percent() {
        long original = report.before().tokens();
        return original == 0 ? 0 : Math.floor(10_000.0 * (original - answer.exactTokens()) / original) / 100;
    }

    /** Returns the approximate number of answers that reading everything takes; 1 if this one is complete. */
    long pages() {
        long chunks = answer.parts().number("totalChunks");
        if (chunks > 0) {
            return chunks;
        }
        long[] range = answer.parts().range();
        if (range == null) {
            return answer.parts().page() == null
                    ? 1
                    : Math.max(1, divideUp(report.before().tokens(), budget()));
        }
        long total = answer.parts().total();
        long shown = Math.max(1, range[1] - range[0] + 1);
        long pagesOfThisSize = Math.max(1, divideUp(total, shown));
        boolean isFirstPage = answer.equals(report.answer()) && answer.parts().findHeaderBlock() != null;
        // a first answer may be short, and further pages fill the budget
        return isFirstPage && total > shown
                ? Math.min(pagesOfThisSize, 1 + divideUp(remainingTokens(total - shown, total), budget()))
                : pagesOfThisSize;
    }

    private long remainingTokens(long remainingItems, long items) {
        return (long) ((double) report.before().tokens() * remainingItems / items);
    }

    private static long divideUp(long number, long divisor) {
        return (number + divisor - 1) / Math.max(1, divisor);
    }
}
