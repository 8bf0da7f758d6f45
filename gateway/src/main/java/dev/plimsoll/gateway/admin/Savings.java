package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.RequestCounter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;

/**
 * Saved tokens, and the additional tokens that this costs.
 *
 * @param requests without follow-up reads
 * @param originalTokens of the unchanged results
 * @param answerTokens of the answers sent in their place
 * @param followUpTokens of follow-up reads
 * @param definitionTokens added to tool listings
 * @param exact whether all of these are exact counts; otherwise they contain estimates
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
        long followUps = requestSums.count(RequestCounter.FOLLOW_UPS);
        long followUpTokens = requestSums.count(RequestCounter.FOLLOW_UP_TOKENS);
        return new Savings(
                requestSums.count(RequestCounter.REQUESTS) - followUps,
                requestSums.count(RequestCounter.SHAPED),
                requestSums.count(RequestCounter.ORIGINAL_TOKENS),
                requestSums.count(RequestCounter.ANSWER_TOKENS) - followUpTokens,
                followUps,
                followUpTokens,
                requestSums.count(RequestCounter.LISTINGS),
                requestSums.count(RequestCounter.DEFINITION_TOKENS),
                requestSums.isExact());
    }

    /** Returns the saved tokens, before follow-up reads and definitions are subtracted. */
    public long savedTokens() {
        return originalTokens - answerTokens;
    }

    public long netTokens() {
        return savedTokens() - followUpTokens - definitionTokens;
    }
}
