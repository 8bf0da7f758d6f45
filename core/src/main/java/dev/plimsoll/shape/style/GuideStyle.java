package dev.plimsoll.shape.style;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.PageExtent;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.literal.ElicitationForm;
import dev.plimsoll.shape.literal.TrimForm;
import dev.plimsoll.shape.literal.TrimmedItems;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.shape.style.form.GuideForm;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import org.jspecify.annotations.Nullable;

/** Style {@code guide}: advice for narrower calls in place of a long list, and pages of items with trimmed contents. */
final class GuideStyle implements Style {

    private static final StyleId ID = new StyleId("guide");

    @Override
    public StyleId id() {
        return ID;
    }

    @Override
    public @Nullable String forcedReason(ResultInput result) {
        return result.isWithinBudget() ? TrimStyle.FORCED_REASON : null;
    }

    @Override
    public boolean forces(StyleInput input) {
        return input.target().isJson();
    }

    @Override
    public SchemaForm schemaForm() {
        return SchemaForm.OWN_KEYS;
    }

    @Override
    public View firstView(View view, FirstViewInput input) {
        View limitedView = view.withPageSize(Math.max(1, view.policy().get(Policy.LIMIT_ARRAY_ITEMS)));
        return input.isForPage() ? limitedView.withMode(Mode.PAGINATED) : limitedView;
    }

    @Override
    public @Nullable ShapedText firstAnswer(StyleInput input) {
        FramedItems list = input.isFirstAnswer() && input.canFrame(this) ? longList(input, 2) : null;
        return list == null
                ? null
                : new GuideForm(input.task(), new TrimmedItems(list.items(), input.task()), list.frame()).shape();
    }

    @Override
    public @Nullable ElicitationForm elicitationForm(StyleInput input) {
        boolean isInDocument = input.isFirstAnswer() && input.rows() == null;
        FramedItems list = isInDocument && input.policy().get(Policy.ELICIT) ? longList(input, 2) : null;
        DocumentPart part = list == null
                ? null
                : input.result().target(list.frame().pointer(), input.task().view());
        return list == null || part == null || !part.isOfType(JsonType.ARRAY)
                ? null
                : ElicitationForm.of(input.task(), part, list.items().count());
    }

    /**
     * Returns the list if it has more items than {@code factor} times the limit; null otherwise, and for the list of
     * content blocks.
     */
    private static @Nullable FramedItems longList(StyleInput input, long factor) {
        FramedItems list = input.isBlockList() ? null : input.list();
        long limit = input.policy().get(Policy.LIMIT_ARRAY_ITEMS);
        return list == null || list.items().count() <= factor * limit ? null : list;
    }

    @Override
    public int maxTextBytes(Policy policy) {
        return policy.get(Policy.LIMIT_STRING_BYTES);
    }

    @Override
    public @Nullable ShapedText fallback(StyleInput input) {
        return longList(input, 1) == null ? new TrimForm(input.task()).shape() : null;
    }

    @Override
    public OutcomeKind outcome() {
        return OutcomeKind.GUIDED;
    }

    @Override
    public @Nullable FramedItems items(StyleInput input) {
        FramedItems list = input.list();
        return list == null || input.isBlockList() || input.isNarrowed(list.items())
                ? list
                : new FramedItems(new TrimmedItems(list.items(), input.task()), list.frame());
    }

    @Override
    public @Nullable PageFrame frame(PageFrame standardFrame, StyleInput input) {
        return new StyleFrame(this, standardFrame, input) {
            @Override
            protected void writeBefore(PageExtent page, AnswerDraft draft) {
                draft.member("data");
            }

            @Override
            protected void writeAfter(PageExtent page, AnswerDraft draft) {
                long shownItems = page.total() == 0 ? 0 : page.last() - page.first() + 1;
                draft.member("metadata").ascii("{").member("originalCount").number(page.total());
                draft.member("displayedCount").number(shownItems);
                draft.member("truncated").bool(shownItems < page.total()).member("paginationHint");
                String extent = page.first() <= 1 ? "first " + shownItems : page.first() + " to " + page.last();
                draft.string("Showing " + extent + " of " + page.total() + " items.");
                if (page.next() != null) {
                    writeCursor("nextCursor", page.next(), draft.ascii(","));
                }
                draft.ascii("}");
            }
        };
    }
}
