package dev.plimsoll.shape.style;

import dev.plimsoll.policy.StyleId;
import dev.plimsoll.shape.PageCutter;
import org.jspecify.annotations.Nullable;

/**
 * Style {@code summary}: objects are summarized, even if a list dominates them, unless the caller asks for pages; lists
 * and texts are paged.
 */
final class SummaryStyle implements Style {

    private static final StyleId ID = new StyleId("summary");

    @Override
    public StyleId id() {
        return ID;
    }

    @Override
    public @Nullable PageCutter pages(StyleInput input) {
        return new ContentPages(input).ifRequested();
    }
}
