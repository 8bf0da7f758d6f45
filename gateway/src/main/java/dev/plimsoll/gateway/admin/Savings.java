package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.Count;
import dev.plimsoll.gateway.telemetry.store.Sums;

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

    public static Savings of(Sums sums) {
        long followUps = sums.of(Count.FOLLOW_UPS);
        long followUpTokens = sums.of(Count.FOLLOW_UP_TOKENS);
        return new Savings(
                sums.of(Count.REQUESTS) - followUps,
                sums.of(Count.SHAPED),
                sums.of(Count.ORIGINAL_TOKENS),
                sums.of(Count.ANSWER_TOKENS) - followUpTokens,
                followUps,
                followUpTokens,
                sums.of(Count.LISTINGS),
                sums.of(Count.DEFINITION_TOKENS),
                sums.exact());
    }

    /** Before the price is taken off. */
    public long savedTokens() {
        return originalTokens - answerTokens;
    }

    public long netTokens() {
        return savedTokens() - followUpTokens - definitionTokens;
    }
}
