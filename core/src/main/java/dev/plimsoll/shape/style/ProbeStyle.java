package dev.plimsoll.shape.style;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.PageExtent;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.Projection;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.LineItems;
import dev.plimsoll.shape.item.MemberItems;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.shape.style.form.ProbeForm;
import dev.plimsoll.shape.style.form.ProbeSummary;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Style {@code probe}: a first answer that describes the document, then as much of it as the caller asks for. */
final class ProbeStyle implements Style {

    private static final StyleId ID = new StyleId("probe");

    @Override
    public StyleId id() {
        return ID;
    }

    @Override
    public @Nullable String forcedReason(ResultInput result) {
        return result.isHeavy() && result.hasParts() ? ListStyle.HEAVY_REASON : null;
    }

    @Override
    public StyleId forAppContent(Policy policy) {
        return policy.get(Policy.HEAVY) ? ID : StyleRegistry.defaultId();
    }

    @Override
    public List<String> readArguments() {
        return List.of("continuation_token", "mode", "page", "page_size", "filter_keys");
    }

    @Override
    public SchemaForm schemaForm() {
        return SchemaForm.OWN_KEYS;
    }

    @Override
    public String expiredMessage() {
        return "Continuation token expired or not found. Re-invoke without continuation_token"
                + " to start a new negotiation.";
    }

    @Override
    public View firstView(View view, FirstViewInput input) {
        return input.isForPage() ? view.withMode(Mode.PAGINATED) : view;
    }

    @Override
    public boolean hasDescription() {
        return true;
    }

    @Override
    public @Nullable ShapedText firstAnswer(StyleInput input) {
        if (input.task().view().mode() == Mode.SUMMARY) {
            return new ProbeSummary(input.task(), input.result(), input.isBlockList()).summary();
        }
        return input.isFirstAnswer()
                ? new ProbeForm(
                                input.task(),
                                input.result().original(),
                                input.result().size())
                        .shape()
                : null;
    }

    /** Returns the list. If the target has no list and the caller asks for pages, returns its lines or members. */
    @Override
    public @Nullable FramedItems items(StyleInput input) {
        FramedItems list = input.list();
        return list != null || input.task().view().mode() == Mode.AUTO ? list : linesOrMembers(input);
    }

    private static @Nullable FramedItems linesOrMembers(StyleInput input) {
        DocumentPart target = input.target();
        PageFrame listFrame = PageFrame.ofList(target.pointer());
        if (!target.isJson()) {
            ItemSequence lines = new LineItems(target.bytes(), input.result().lines(target.bytes()), target.pointer());
            return new FramedItems(lines, listFrame);
        }
        if (!target.isOfType(JsonType.OBJECT)) {
            return null;
        }
        List<String> fields = input.task().view().fields();
        if (fields.isEmpty()) {
            return new FramedItems(input.result().members(target.bytes(), target.pointer()), listFrame);
        }
        AnswerDraft projected = input.task().draft();
        Projection.of(fields).write(target.bytes(), projected);
        return new FramedItems(MemberItems.of(projected.written(), target.pointer()), listFrame);
    }

    @Override
    public @Nullable PageFrame frame(PageFrame standardFrame, StyleInput input) {
        int pageSize = input.task().view().pageSize();
        return new StyleFrame(this, standardFrame, input) {
            @Override
            protected void writeBefore(PageExtent page, AnswerDraft draft) {
                draft.member("items");
            }

            @Override
            protected void writeAfter(PageExtent page, AnswerDraft draft) {
                draft.member("page").number(page.page());
                // the budget may allow fewer items than requested; the last page may also be shorter for lack of items
                boolean isBeforeLastItem = page.last() < page.total();
                draft.member("page_size").number(isBeforeLastItem ? page.last() - page.first() + 1 : pageSize);
                draft.member("total").number(page.total());
                draft.member("has_more").bool(page.next() != null);
                if (page.next() != null) {
                    writeCursor("nextCursor", page.next(), draft.ascii(","));
                }
            }
        };
    }
}
