package dev.plimsoll.shape.style;

import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;

/**
 * A result and its policy, from which a style decides whether it must be shaped.
 *
 * @param requestedTokens the budget that the caller requests, or 0
 */
public record ResultInput(ToolPolicy policy, TokenCost cost, ResultParts parts, int requestedTokens) {

    public boolean isHeavy() {
        return policy.policy().get(Policy.HEAVY);
    }

    /** Returns whether the result is within the budget that the policy sets for it. */
    public boolean isWithinBudget() {
        return policy.isWithinBudget(cost, requestedTokens);
    }

    /** Returns whether the result has parts that a style could show in its own form. */
    public boolean hasParts() {
        return parts.count() > 0;
    }

    /** Returns whether the result is one list. */
    public boolean isList() {
        return parts.count() == 1 && ResultMeter.isList(parts.document().get());
    }
}
