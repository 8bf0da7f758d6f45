package dev.plimsoll.session;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import java.util.List;

/**
 * Limit of answers in a session with a budget. It is a quarter of the remaining tokens, rounded down to
 * 400, 800, 1,600, and so on, so that follow-up reads have the same limit for a while. The limit is at least
 * 400 while tokens remain, and 300 afterwards.
 *
 * @param budget tokens of the session
 * @param spent tokens spent so far
 */
public record Allowance(long budget, long spent) {

    private static final int MIN_LIMIT = 400;

    /** Limit after the whole budget is spent. */
    private static final int SPENT_LIMIT = 300;

    /** An answer gets the remaining tokens divided by this number. */
    private static final int SHARE_DIVISOR = 4;

    private static final int MAX_LIMIT = 1 << 30;

    private static final List<PolicyKey<Integer>> LIMIT_KEYS =
            List.of(Policy.TOKEN_BUDGET_THRESHOLD, Policy.MAX_TOKEN_BUDGET, Policy.FULL_BUDGET_THRESHOLD);

    /** Returns the tokens that are left of the budget. */
    public long remaining() {
        return Math.max(0, budget - spent);
    }

    /** Returns the maximum number of tokens of the next answer. */
    public int maxTokens() {
        long share = remaining() / SHARE_DIVISOR;
        int limit = remaining() == 0 ? SPENT_LIMIT : MIN_LIMIT;
        while (limit >= MIN_LIMIT && limit * 2L <= Math.min(share, MAX_LIMIT)) {
            limit *= 2;
        }
        return limit;
    }

    /** Returns whether this limit is below a budget of {@code tokens} tokens. */
    public boolean isBelow(int tokens) {
        return maxTokens() < tokens;
    }

    /** Returns the policy with its limits lowered to this allowance, never raised. */
    public Policy applyTo(Policy policy) {
        int limit = maxTokens();
        Policy lowered = policy;
        for (PolicyKey<Integer> key : LIMIT_KEYS) {
            Integer current = lowered.find(key);
            lowered = current != null && current <= limit ? lowered : lowered.with(key, limit);
        }
        // without a rule for its tool, a result passes up to a number of bytes, which could be too many tokens
        return isBelow(policy.get(Policy.TOKEN_BUDGET_THRESHOLD))
                ? lowered.with(Policy.AUTO_NEGOTIATE_THRESHOLD, null)
                : lowered;
    }

    /** Returns the sentence for the model in an answer that this allowance shortens. */
    public String notice() {
        return remaining() == 0
                ? "The token budget of this session is spent, so answers are short: ask only for what is needed."
                : "This session has a token budget, and answers get shorter as it is used up.";
    }

    /** Returns a copy with this number of spent tokens. */
    public Allowance withSpent(long newSpent) {
        return new Allowance(budget, newSpent);
    }
}
