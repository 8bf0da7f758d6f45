package dev.plimsoll.engine;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;

/** View of the first answer to a call, by its style. */
final class FirstView {

    /** A slow source makes pages smaller, but not below this share: more follow-up reads would cost more than that saves. */
    private static final int MIN_PAGE_DIVISOR = 10;

    private FirstView() {}

    /**
     * Returns whether the style has a form for this result of a heavy tool. Errors never have one; a result of several
     * blocks has one only in style {@code probe}.
     */
    static boolean hasLiteralForm(Policy policy, ToolResult result) {
        int blockCount = result.blocks().size();
        boolean isSingle = result.structured() != null || blockCount == 1;
        return !result.isError() && (isSingle || (blockCount > 0 && policy.get(Policy.STYLE) == Style.PROBE));
    }

    static View of(Policy policy, Budget budget, ReadArguments readArguments, ToolCall call, Document document) {
        View view = View.forFirstAnswer(policy, budget);
        return switch (policy.get(Policy.STYLE)) {
            case PROBE -> pagedIfRequested(view, readArguments);
            case GUIDE ->
                pagedIfRequested(view.withPageSize(Math.max(1, policy.get(Policy.LIMIT_ARRAY_ITEMS))), readArguments);
            case CURSOR -> view.withPageSize(adaptedPageSize(policy, call.sourceMillis(), document));
            default -> view;
        };
    }

    /** Returns a paged view if the caller asks for a page or page size; then a summary of the whole is not wanted. */
    private static View pagedIfRequested(View view, ReadArguments readArguments) {
        return readArguments.page() > 0 || readArguments.pageSize() > 0 ? view.withMode(Mode.PAGINATED) : view;
    }

    /** Returns the number of items that the source returns in the target time, at most a page. */
    private static int adaptedPageSize(Policy policy, long sourceMillis, Document document) {
        int maxItems = policy.get(Policy.DEFAULT_PAGE_SIZE);
        long targetMillis = policy.get(Policy.TARGET_TIME_MS);
        if (sourceMillis <= targetMillis) {
            return maxItems;
        }
        long itemsInTime = targetMillis * ResultMeter.items(document) / sourceMillis;
        int minItems = Math.max(1, maxItems / MIN_PAGE_DIVISOR);
        return (int) Math.min(maxItems, Math.max(minItems, itemsInTime));
    }
}
