package dev.plimsoll.shape.style;

import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.policy.Policy;

/**
 * A result that may pass, as a style sees it.
 *
 * @param isWithinBudget whether the budget decides about the result, and allows it
 */
public record ResultInput(Policy policy, ResultParts parts, boolean isWithinBudget) {

    public boolean isHeavy() {
        return policy.get(Policy.HEAVY);
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
