package dev.plimsoll.shape.style;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.literal.TrimForm;
import org.jspecify.annotations.Nullable;

/** Style {@code trim}: cuts arrays, strings, and nesting at fixed limits, even if they fit the budget. */
final class TrimStyle implements Style {

    static final String FORCED_REASON = "the style limits count, length, and depth";

    private static final StyleId ID = new StyleId("trim");

    @Override
    public StyleId id() {
        return ID;
    }

    @Override
    public SchemaForm schemaForm() {
        return SchemaForm.HEADER_INSIDE;
    }

    @Override
    public @Nullable String forcedReason(ResultInput result) {
        return result.isWithinBudget() ? FORCED_REASON : null;
    }

    @Override
    public boolean forces(StyleInput input) {
        return input.target().isJson();
    }

    @Override
    public boolean hasLook() {
        return false;
    }

    @Override
    public int maxTextBytes(Policy policy) {
        return policy.get(Policy.LIMIT_STRING_BYTES);
    }

    @Override
    public @Nullable ShapedText fallback(StyleInput input) {
        return new TrimForm(input.task()).shape();
    }
}
