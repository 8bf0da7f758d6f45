package dev.plimsoll.gateway.trial.view;

import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.policy.Policy;

/** What an answer costs beside the whole. */
record SavingText(TrialReport report, TrialReport.Answer answer) {

    /** As the budget counts; an answer that was not counted is by its exact tokens. */
    long tokens() {
        long counted = answer.guarded().receipt().answerTokens();
        return counted > 0 ? counted : answer.exactTokens();
    }

    /** The budget in force for this answer: a reading may ask for another one. */
    long budget() {
        long used = answer.anatomy().number("budgetUsed");
        return used < 0
                ? report.options().policy().get(Policy.TOKEN_BUDGET_THRESHOLD)
                : used + answer.anatomy().number("budgetRemaining");
    }

    /** Of the whole's tokens, both exact, rounded down: never 100; negative where the answer is larger. */
    double percent() {
        long whole = report.before().tokens();
        return whole == 0 ? 0 : Math.floor(10_000.0 * (whole - answer.exactTokens()) / whole) / 100;
    }

    /** How many answers like this one the whole takes, about; 1 when this is all. */
    long pages() {
        long chunks = answer.anatomy().number("totalChunks");
        if (chunks > 0) {
            return chunks;
        }
        long[] range = answer.anatomy().range();
        if (range != null) {
            long shown = Math.max(1, range[1] - range[0] + 1);
            return Math.max(1, (answer.anatomy().total() + shown - 1) / shown);
        }
        return answer.anatomy().page() == null ? 1 : Math.max(1, report.before().tokens() / Math.max(1, tokens()));
    }
}
