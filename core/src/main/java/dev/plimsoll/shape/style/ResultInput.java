package dev.plimsoll.shape.style;

import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;

/**
 * A result that may pass, as a style sees it.
 *
 * @param requestedTokens the budget that the caller requests, or 0
 */
public record ResultInput(ToolPolicy policy, TokenCost cost, ResultParts parts, int requestedTokens) {

    public boolean isHeavy() {
        return policy.policy().get(Policy.HEAVY);
    }

    /** Returns whether the budget decides about the result, and allows it. */
    public boolean isWithinBudget() {
        return policy.isWithinBudget(cost, requestedTokens);
    }

    /** Returns whether a form of its own could show the result. */
    public boolean hasParts() {
        return parts.count() > 0;
    }

    /** Returns whether the result is one list. */
    public boolean isList() {
        return parts.count() == 1 && ResultMeter.isList(parts.document().get());
    }
}
