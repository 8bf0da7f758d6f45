package dev.plimsoll.gateway.statistics;

import dev.plimsoll.gateway.telemetry.store.RequestCounter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;

/**
 * Tokens that shaped answers save, and the tokens that follow-up reads and tool listings cost in addition.
 *
 * @param requests number of requests, without follow-up reads
 * @param shaped number of answers that are stored for follow-up reads, or have fewer tokens than their results
 * @param originalTokens tokens of the unchanged results
 * @param answerTokens tokens of the answers that were sent in place of these results
 * @param followUps number of follow-up reads
 * @param followUpTokens tokens of follow-up reads
 * @param listings number of tool listings
 * @param definitionTokens tokens that Plimsoll adds to tool listings
 * @param isExact whether all these numbers are exact; otherwise they contain estimates
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
        boolean isExact) {

    public static final Savings NONE = new Savings(0, 0, 0, 0, 0, 0, 0, 0, true);

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

    Savings plus(Savings other) {
        return new Savings(
                requests + other.requests,
                shaped + other.shaped,
                originalTokens + other.originalTokens,
                answerTokens + other.answerTokens,
                followUps + other.followUps,
                followUpTokens + other.followUpTokens,
                listings + other.listings,
                definitionTokens + other.definitionTokens,
                isExact && other.isExact);
    }

    /** Returns the saved tokens, before follow-up reads and definitions are subtracted. */
    public long savedTokens() {
        return originalTokens - answerTokens;
    }

    /** Returns the saved tokens after all costs; negative if the costs are higher. */
    public long netTokens() {
        return savedTokens() - followUpTokens - definitionTokens;
    }
}
