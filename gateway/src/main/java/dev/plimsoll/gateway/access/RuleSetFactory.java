package dev.plimsoll.gateway.access;

import java.util.Map;

/**
 * Creates rules. The implementation is found by {@link java.util.ServiceLoader}, so that {@code run} works without the
 * libraries of {@code serve}.
 */
interface RuleSetFactory {

    /**
     * Creates rules.
     *
     * @param conditions a condition for each glob
     * @throws IllegalArgumentException if a condition is not valid
     */
    RuleSet create(Map<String, String> conditions);
}
