package dev.plimsoll.shape.style;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.shape.PageExtent;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.page.PageFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Style {@code list}: pages with the count and size of the list, and the cursors {@code next} and {@code previous}. */
final class ListStyle implements Style {

    static final String HEAVY_REASON = "a heavy tool";

    private static final StyleId ID = new StyleId("list");

    @Override
    public StyleId id() {
        return ID;
    }

    @Override
    public @Nullable String forcedReason(ResultInput result) {
        return result.isHeavy() && result.isList() ? HEAVY_REASON : null;
    }

    @Override
    public boolean forces(StyleInput input) {
        return !input.isBlockList() && input.policy().get(Policy.HEAVY) && input.list() != null;
    }

    /**
     * Returns style receipt unless the tool is heavy. The result of a write repeats what was written, so pages of it
     * are of little use.
     */
    @Override
    public StyleId forWrites(Policy policy) {
        return policy.get(Policy.HEAVY) ? ID : ReceiptStyle.styleId();
    }

    @Override
    public StyleId forAppContent(Policy policy) {
        return policy.get(Policy.HEAVY) ? ID : StyleRegistry.defaultId();
    }

    @Override
    public List<String> readArguments() {
        return List.of("next", "limit");
    }

    @Override
    public SchemaForm schemaForm() {
        return SchemaForm.OWN_KEYS;
    }

    @Override
    public @Nullable PageFrame frame(PageFrame standardFrame, StyleInput input) {
        long size = input.result().size();
        return new StyleFrame(this, standardFrame, input) {
            @Override
            protected void writeBefore(PageExtent page, AnswerDraft draft) {
                draft.member("count").number(page.total());
                draft.member("data_size").number(size);
                writeCursor("next", page.next(), draft.ascii(","));
                writeCursor("previous", page.previous(), draft.ascii(","));
                draft.member("results");
            }
        };
    }
}
