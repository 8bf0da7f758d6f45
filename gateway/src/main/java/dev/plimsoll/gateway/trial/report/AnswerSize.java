package dev.plimsoll.gateway.trial.report;

import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.policy.Policy;

/** Size of an answer, compared with the complete result and with the budget. */
record AnswerSize(TrialReport report, TrialReport.Answer answer) {

    /**
     * Returns the tokens of the answer, as the engine counted them against the budget; the exact count if the engine
     * has not counted them.
     */
    long tokens() {
        long counted = answer.outcome().receipt().answerTokens();
        return counted > 0 ? counted : answer.exactTokens();
    }

    /** Returns the budget of this answer. A read may have set its own with {@code max_tokens}. */
    long budget() {
        long usedTokens = answer.parsed().metadataNumber("budgetUsed");
        return usedTokens < 0
                ? report.options().policy().get(Policy.TOKEN_BUDGET_THRESHOLD)
                : usedTokens + answer.parsed().metadataNumber("budgetRemaining");
    }

    /**
     * Returns the saved percentage, by exact counts and rounded down to two decimals, so that it is never
     * 100. It is negative if the answer is larger than the result.
     */
    double savedPercent() {
        long original = report.payloadFacts().tokens();
        return original == 0 ? 0 : Math.floor(10_000.0 * (original - answer.exactTokens()) / original) / 100;
    }

    /**
     * Returns the approximate number of answers in which the whole result can be read; 1 if this answer is
     * complete.
     */
    long pages() {
        long chunks = answer.parsed().metadataNumber("totalChunks");
        if (chunks > 0) {
            return chunks;
        }
        long[] range = answer.parsed().range();
        if (range == null) {
            return answer.parsed().page() == null
                    ? 1
                    : Math.max(1, divideUp(report.payloadFacts().tokens(), budget()));
        }
        long total = answer.parsed().total();
        long shownCount = Math.max(1, range[1] - range[0] + 1);
        long pagesOfThisSize = Math.max(1, divideUp(total, shownCount));
        boolean isFirstPage = answer.equals(report.answer()) && answer.parsed().findHeaderBlock() != null;
        // a first answer may be shorter than the budget, but further pages fill it
        return isFirstPage && total > shownCount
                ? Math.min(pagesOfThisSize, 1 + divideUp(remainingTokens(total - shownCount, total), budget()))
                : pagesOfThisSize;
    }

    private long remainingTokens(long remainingItems, long items) {
        return (long) ((double) report.payloadFacts().tokens() * remainingItems / items);
    }

    private static long divideUp(long number, long divisor) {
        return (number + divisor - 1) / Math.max(1, divisor);
    }
}
