package dev.plimsoll.shape.style;

import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.shape.AnswerContext;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.PageExtent;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Style {@code cursor}: pages forward and backward, with estimates of the rest. A slow source gets smaller pages. */
final class CursorStyle implements Style {

    private static final StyleId ID = new StyleId("cursor");

    /**
     * A slow source makes pages smaller, but not below 1/{@code MIN_PAGE_DIVISOR} of a page: the additional follow-up
     * reads would cost more than they save.
     */
    private static final int MIN_PAGE_DIVISOR = 10;

    @Override
    public StyleId id() {
        return ID;
    }

    @Override
    public @Nullable String forcedReason(ResultInput result) {
        return result.isHeavy() && result.isList() ? ListStyle.HEAVY_REASON : null;
    }

    @Override
    public boolean forces(StyleInput input) {
        return !input.isBlockList() && input.policy().get(Policy.HEAVY) && input.list() != null;
    }

    @Override
    public StyleId forAppContent(Policy policy) {
        return policy.get(Policy.HEAVY) ? ID : StyleRegistry.defaultId();
    }

    @Override
    public List<String> readArguments() {
        return List.of("cursor_id", "limit", "direction");
    }

    @Override
    public SchemaForm schemaForm() {
        return SchemaForm.OWN_KEYS;
    }

    /** Returns the view with as many items as the source returns in the target time, at most a page. */
    @Override
    public View firstView(View view, FirstViewInput input) {
        int maxItems = view.policy().get(Policy.DEFAULT_PAGE_SIZE);
        long targetMillis = view.policy().get(Policy.TARGET_TIME_MS);
        if (input.sourceMillis() <= targetMillis) {
            return view.withPageSize(maxItems);
        }
        long itemsInTime = targetMillis * ResultMeter.items(input.document()) / input.sourceMillis();
        int minItems = Math.max(1, maxItems / MIN_PAGE_DIVISOR);
        return view.withPageSize((int) Math.min(maxItems, Math.max(minItems, itemsInTime)));
    }

    /**
     * Returns whether the rows have no faults. The total need not be exact, because this style calls it an estimate.
     */
    @Override
    public boolean canFrame(LazyRows rows) {
        return rows.faults().isEmpty();
    }

    @Override
    public @Nullable PageFrame frame(PageFrame standardFrame, StyleInput input) {
        AnswerContext context = input.task().facts().context();
        return new StyleFrame(this, standardFrame, input) {
            @Override
            protected void writeBefore(PageExtent page, AnswerDraft draft) {
                draft.member("items");
            }

            @Override
            protected void writeAfter(PageExtent page, AnswerDraft draft) {
                writeCursor("cursor_id", page.next(), draft.ascii(","));
                draft.member("has_more").bool(page.next() != null);
                draft.member("pagination").ascii("{").member("estimated_total").number(page.total());
                draft.member("total_fetched").number(page.last());
                draft.member("remaining").number(page.total() - page.last());
                draft.member("fetch_time_ms").number(context.fetchMillis());
                if (!context.isFirstAnswer()) {
                    draft.member("cursor_age").number(context.ageSeconds());
                }
                writeCursor("previous", page.previous(), draft.ascii(","));
                draft.ascii("}");
            }
        };
    }
}
