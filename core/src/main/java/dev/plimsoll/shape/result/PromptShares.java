package dev.plimsoll.shape.result;

import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.tokens.TokenCounter;
import java.util.Arrays;
import java.util.List;

/**
 * Shares of a budget for the messages of a prompt. Short messages stay complete, and long messages get equal
 * shares of the rest. The cost of a message is its tokens or its bytes converted to tokens,
 * whichever is higher, so that one number represents both limits.
 */
final class PromptShares {

    /** Minimum share in tokens, enough for some text in addition to the notice and the link. */
    static final int MIN_TOKENS = 220;

    private static final long UNLIMITED = Integer.MAX_VALUE;

    private final Budget budget;
    private final long[] costs;

    private PromptShares(Budget budget, long[] costs) {
        this.budget = budget;
        this.costs = costs;
    }

    static PromptShares of(List<ContentBlock> messages, Budget budget, TokenCounter counter) {
        long[] costs = new long[messages.size()];
        for (int i = 0; i < costs.length; i++) {
            costs[i] = cost(messages.get(i), budget, counter);
        }
        return new PromptShares(budget, costs);
    }

    private static long cost(ContentBlock contentBlock, Budget budget, TokenCounter counter) {
        boolean isMedia =
                contentBlock.type() == ContentBlock.Type.IMAGE || contentBlock.type() == ContentBlock.Type.AUDIO;
        long textBytes = isMedia
                ? 0
                : contentBlock.text() == null
                        ? contentBlock.raw().length()
                        : contentBlock.text().length();
        // longer than the whole budget allows, so counting is unnecessary
        return textBytes > 2L * budget.bytes()
                ? UNLIMITED
                : Math.max(
                        ResultMeter.tokens(contentBlock, counter),
                        (textBytes * budget.tokens() - 1) / budget.bytes() + 1);
    }

    /**
     * Returns the maximum cost of each of the first {@code messageCount} messages, if {@code reserved} tokens
     * stay free. If this cost is below {@link #MIN_TOKENS}, there are too many messages.
     */
    long maxCost(int messageCount, int reserved) {
        long[] sorted = Arrays.copyOf(costs, messageCount);
        Arrays.sort(sorted);
        long remaining = (long) budget.tokens() - reserved;
        for (int i = 0; i < messageCount; i++) {
            long share = remaining / (messageCount - i);
            if (sorted[i] > share) {
                return share;
            }
            remaining -= sorted[i];
        }
        return UNLIMITED;
    }

    long cost(int message) {
        return costs[message];
    }

    boolean fits(int message, long share) {
        return costs[message] <= share;
    }

    /** Returns a share as a budget. */
    Budget budget(long share) {
        int tokens = (int) Math.max(1, Math.min(share, budget.tokens()));
        return new Budget(tokens, (int) Math.max(1, (long) tokens * budget.bytes() / budget.tokens()));
    }
}
