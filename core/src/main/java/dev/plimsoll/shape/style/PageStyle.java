package dev.plimsoll.shape.style;

import dev.plimsoll.policy.StyleId;
import dev.plimsoll.shape.PageCutter;
import org.jspecify.annotations.Nullable;

/** Style {@code page}: pages of members for an object that style {@code auto} would summarize. */
final class PageStyle implements Style {

    private static final StyleId ID = new StyleId("page");

    @Override
    public StyleId id() {
        return ID;
    }

    @Override
    public @Nullable PageCutter pages(StyleInput input) {
        return new ContentPages(input).byContentOrMembers();
    }
}
