package dev.plimsoll.session;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import java.util.List;

/**
 * Limit of answers in a session with a budget: at most a quarter of the rest, rounded down to 400, 800, 1,600, and so on, so
 * that follow-up reads keep the same limit for a while. Never less than 400, or 300 if nothing is left.
 *
 * @param budget tokens of the session
 * @param spent tokens spent so far
 */
public record Allowance(long budget, long spent) {

    private static final int FLOOR = 400;
    private static final int LEAST = 300;
    private static final int SHARE = 4;
    private static final int LARGEST = 1 << 30;

    private static final List<PolicyKey<Integer>> MOST =
            List.of(Policy.TOKEN_BUDGET_THRESHOLD, Policy.MAX_TOKEN_BUDGET, Policy.FULL_BUDGET_THRESHOLD);

    /** Returns the tokens that are left of the budget. */
    public long left() {
        return Math.max(0, budget - spent);
    }

    /** Returns the most tokens of the next answer. */
    public int most() {
        long share = left() / SHARE;
        int limit = left() == 0 ? LEAST : FLOOR;
        while (limit >= FLOOR && limit * 2L <= Math.min(share, LARGEST)) {
            limit *= 2;
        }
        return limit;
    }

    /** Returns whether this limit is below a budget of {@code tokens}. */
    public boolean lowers(int tokens) {
        return most() < tokens;
    }

    /** Returns the policy with its limits lowered to this allowance, never raised. */
    public Policy applied(Policy policy) {
        int limit = most();
        Policy changed = policy;
        for (PolicyKey<Integer> key : MOST) {
            Integer current = changed.find(key);
            changed = current != null && current <= limit ? changed : changed.with(key, limit);
        }
        // a result that passes because no rule names its tool is limited only in bytes, which could be too many tokens
        return lowers(policy.get(Policy.TOKEN_BUDGET_THRESHOLD))
                ? changed.with(Policy.AUTO_NEGOTIATE_THRESHOLD, null)
                : changed;
    }

    /** Returns the sentence for the model in an answer that this allowance shortens. */
    public String told() {
        return left() == 0
                ? "The token budget of this session is spent, so answers are short: ask only for what is needed."
                : "This session has a token budget, and answers get shorter as it is used up.";
    }

    /** Returns the allowance after an answer. */
    public Allowance after(long spentNow) {
        return new Allowance(budget, spentNow);
    }
}
