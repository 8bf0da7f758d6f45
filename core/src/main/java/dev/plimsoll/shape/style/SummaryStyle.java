package dev.plimsoll.shape.style;

import dev.plimsoll.policy.StyleId;
import dev.plimsoll.shape.TextCutter;
import org.jspecify.annotations.Nullable;

/** Style {@code summary}: a summary of every object, even if a list dominates it. */
final class SummaryStyle implements Style {

    private static final StyleId ID = new StyleId("summary");

    @Override
    public StyleId id() {
        return ID;
    }

    @Override
    public @Nullable TextCutter pages(StyleInput input) {
        return new ContentPages(input).ifRequested();
    }
}
