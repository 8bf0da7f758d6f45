package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.CountSql;
import dev.plimsoll.gateway.telemetry.store.RequestSums;

/**
 * What was saved, and at what price.
 *
 * @param requests without readings
 * @param originalTokens of the results, as they came
 * @param answerTokens of what clients got in their place
 * @param followUpTokens of what they read on
 * @param definitionTokens of what was added to listings of tools
 * @param exact whether all of these tokens are counted; else they are about right
 */
public record Savings(
        long requests,
        long shaped,
        long originalTokens,
        long answerTokens,
        long followUps,
        long followUpTokens,
        long listings,
        long definitionTokens,
        boolean exact) {

    public static Savings of(RequestSums requestSums) {
        long followUps = requestSums.of(CountSql.FOLLOW_UPS);
        long followUpTokens = requestSums.of(CountSql.FOLLOW_UP_TOKENS);
        return new Savings(
                requestSums.of(CountSql.REQUESTS) - followUps,
                requestSums.of(CountSql.SHAPED),
                requestSums.of(CountSql.ORIGINAL_TOKENS),
                requestSums.of(CountSql.ANSWER_TOKENS) - followUpTokens,
                followUps,
                followUpTokens,
                requestSums.of(CountSql.LISTINGS),
                requestSums.of(CountSql.DEFINITION_TOKENS),
                requestSums.exact());
    }

    /** Before the price is taken off. */
    public long savedTokens() {
        return originalTokens - answerTokens;
    }

    public long netTokens() {
        return savedTokens() - followUpTokens - definitionTokens;
    }
}
