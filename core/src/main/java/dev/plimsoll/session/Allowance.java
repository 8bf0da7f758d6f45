package dev.plimsoll.session;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import java.util.List;

/**
 * What an answer may cost in a session that has a budget: at most a quarter of what is left, rounded down to 400, 800, 1,600
 * and so on, so that what was cut once can be read on the same way; never less than 400, and 300 when nothing is left.
 *
 * @param budget of the session
 * @param spent so far
 */
public record Allowance(long budget, long spent) {

    private static final int FLOOR = 400;
    private static final int LEAST = 300;
    private static final int SHARE = 4;
    private static final int LARGEST = 1 << 30;

    private static final List<PolicyKey<Integer>> MOST =
            List.of(Policy.TOKEN_BUDGET_THRESHOLD, Policy.MAX_TOKEN_BUDGET, Policy.FULL_BUDGET_THRESHOLD);

    /** Tokens that are left of the budget. */
    public long left() {
        return Math.max(0, budget - spent);
    }

    /** Tokens that the next answer may cost. */
    public int most() {
        long share = left() / SHARE;
        int most = left() == 0 ? LEAST : FLOOR;
        while (most >= FLOOR && most * 2L <= Math.min(share, LARGEST)) {
            most *= 2;
        }
        return most;
    }

    /** Whether it lowers what such a budget allows. */
    public boolean lowers(int tokens) {
        return most() < tokens;
    }

    /** The policy with what an answer may cost lowered; never raised. */
    public Policy applied(Policy policy) {
        int most = most();
        Policy changed = policy;
        for (PolicyKey<Integer> key : MOST) {
            Integer now = changed.find(key);
            changed = now != null && now <= most ? changed : changed.with(key, most);
        }
        // what passes for want of a rule passes by its bytes: it must not cost more either
        return lowers(policy.get(Policy.TOKEN_BUDGET_THRESHOLD))
                ? changed.with(Policy.AUTO_NEGOTIATE_THRESHOLD, null)
                : changed;
    }

    /** What a model is told where an answer is shorter for it. */
    public String told() {
        return left() == 0
                ? "The token budget of this session is spent, so answers are short: ask for what is needed alone."
                : "This session has a token budget, and answers get shorter as it is used up.";
    }

    /** The same after an answer. */
    public Allowance after(long spentNow) {
        return new Allowance(budget, spentNow);
    }
}
