package dev.plimsoll;

import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;

/** The view that a first answer opens, as its style has it. */
final class FirstView {

    /** A slow source makes pages smaller, but not so small that reading on costs more than it saves. */
    private static final int SMALLEST_SHARE = 10;

    private FirstView() {}

    /** Whether a heavy tool answers this result in its style's form: never errors, and as a list no list of blocks. */
    static boolean hasForm(Policy policy, ToolResult result) {
        int parts = result.parts().size();
        boolean one = result.structured() != null || parts == 1;
        return !result.error() && (one || (parts > 0 && policy.get(Policy.STYLE) == Style.PROBE));
    }

    static View of(Policy policy, Budget budget, ReadArguments asked, ToolCall call, Document document) {
        View view = View.opening(policy, budget);
        return switch (policy.get(Policy.STYLE)) {
            case PROBE -> paged(view, asked);
            case GUIDE -> paged(view.withPageSize(Math.max(1, policy.get(Policy.LIMIT_ARRAY_ITEMS))), asked);
            case CURSOR -> view.withPageSize(adapted(policy, call.sourceMillis(), document));
            default -> view;
        };
    }

    /** Who names a page wants one, and no word about the whole. */
    private static View paged(View view, ReadArguments asked) {
        return asked.page() > 0 || asked.pageSize() > 0 ? view.withMode(Mode.PAGINATED) : view;
    }

    /** As many items as the source gives within the target, if that is less than a page. */
    private static int adapted(Policy policy, long millis, Document document) {
        int most = policy.get(Policy.DEFAULT_PAGE_SIZE);
        long target = policy.get(Policy.TARGET_TIME_MS);
        if (millis <= target) {
            return most;
        }
        long fitting = target * ResultMeter.items(document) / millis;
        int least = Math.max(1, most / SMALLEST_SHARE);
        return (int) Math.min(most, Math.max(least, fitting));
    }
}
