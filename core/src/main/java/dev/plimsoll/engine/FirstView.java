package dev.plimsoll.engine;

import dev.plimsoll.call.Call;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.style.FirstViewInput;
import dev.plimsoll.shape.style.Style;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;

/**
 * The view of a first answer. If the result is large and the caller asks for no size, page 1 is a look: a
 * page that is shorter than the budget.
 */
final class FirstView {

    /** Maximum size of a result, in budgets, for which page 1 is not a look. */
    private static final int MAX_BUDGETS = 4;

    private FirstView() {}

    /**
     * Returns the view.
     *
     * @param resultTokens tokens of the complete result
     */
    static View of(Call call, Budget budget, long resultTokens, Style style, FirstViewInput input) {
        View view = style.firstView(View.forFirstAnswer(call.effectivePolicy(), budget), input);
        ReadArguments arguments = input.arguments();
        boolean isSizeRequested =
                call.request().maxTokens() > 0 || arguments.maxTokens() > 0 || arguments.pageSize() > 0;
        boolean isLarge = resultTokens > (long) MAX_BUDGETS * budget.tokens();
        return isLarge && !isSizeRequested && style.hasLook()
                ? view.withLook(call.effectivePolicy().lookTokens())
                : view;
    }
}
