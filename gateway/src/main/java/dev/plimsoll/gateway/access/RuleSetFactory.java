package dev.plimsoll.gateway.access;

import java.util.Map;

/** Creates rules. A service, so that {@code run} does not refer to the libraries of {@code serve}. */
interface RuleSetFactory {

    /**
     * Creates rules.
     *
     * @param conditions a condition for each glob
     * @throws IllegalArgumentException if a condition is not valid
     */
    RuleSet create(Map<String, String> conditions);
}
