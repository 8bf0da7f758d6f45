package dev.plimsoll.shape.literal;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.policy.Style;
import dev.plimsoll.shape.AnswerContext;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.PageExtent;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A frame for a page of items with exactly the keys of a style. Modes full and summary, and paths, read the content
 * around the list in its object.
 *
 * @param inner the standard frame for the same list
 * @param size bytes of the complete document
 */
record LiteralFrame(Style style, PageFrame inner, ShapeTask task, long size) implements PageFrame {

    @Override
    public String form() {
        return style.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public OutcomeKind outcome() {
        return style == Style.GUIDE ? OutcomeKind.GUIDED : OutcomeKind.PAGINATED;
    }

    @Override
    public JsonPointer pointer() {
        return inner.pointer();
    }

    @Override
    public @Nullable AnswerDraft writeWithoutHeader(AnswerDraft cut, AnswerDraft target) {
        return inner.writeWithoutHeader(cut, target);
    }

    @Override
    public void open(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean firstPage) {
        PageExtent pageExtent = answerHeader.extent();
        switch (style) {
            case LIST -> {
                answerDraft.ascii("{\"count\":").number(pageExtent.total());
                answerDraft.ascii(",\"data_size\":").number(size);
                cursor("next", pageExtent.next(), answerDraft.ascii(","));
                cursor("previous", pageExtent.previous(), answerDraft.ascii(","));
                answerDraft.ascii(",\"results\":");
            }
            case GUIDE -> answerDraft.ascii("{\"data\":");
            default -> answerDraft.ascii("{\"items\":");
        }
    }

    @Override
    public void close(AnswerDraft answerDraft, boolean firstPage) {
        answerDraft.ascii("}");
    }

    @Override
    public void close(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean firstPage) {
        PageExtent pageExtent = answerHeader.extent();
        switch (style) {
            case PROBE -> probe(pageExtent, answerDraft);
            case CURSOR -> pagination(pageExtent, answerDraft);
            case GUIDE -> metadata(pageExtent, answerDraft);
            default -> end(answerDraft);
        }
    }

    /** Writes the values about more data upstream, if any, and the closing brace. */
    private void end(AnswerDraft answerDraft) {
        task.facts().more().writeMember(answerDraft, task.budget().tokens());
        answerDraft.ascii("}");
    }

    private void probe(PageExtent pageExtent, AnswerDraft answerDraft) {
        answerDraft.ascii(",\"page\":").number(pageExtent.page());
        // items per page: less than requested if the budget allows no more
        boolean cut = pageExtent.last() < pageExtent.total();
        long shown = pageExtent.last() - pageExtent.first() + 1;
        answerDraft.ascii(",\"page_size\":").number(cut ? shown : task.view().pageSize());
        answerDraft.ascii(",\"total\":").number(pageExtent.total());
        answerDraft.ascii(",\"has_more\":" + (pageExtent.next() != null));
        if (pageExtent.next() != null) {
            cursor("nextCursor", pageExtent.next(), answerDraft.ascii(","));
        }
        end(answerDraft);
    }

    private void pagination(PageExtent pageExtent, AnswerDraft answerDraft) {
        AnswerContext answerContext = task.facts().context();
        cursor("cursor_id", pageExtent.next(), answerDraft.ascii(","));
        answerDraft.ascii(",\"has_more\":" + (pageExtent.next() != null));
        answerDraft.ascii(",\"pagination\":{\"estimated_total\":").number(pageExtent.total());
        answerDraft.ascii(",\"total_fetched\":").number(pageExtent.last());
        answerDraft.ascii(",\"remaining\":").number(pageExtent.total() - pageExtent.last());
        answerDraft.ascii(",\"fetch_time_ms\":").number(answerContext.fetchMillis());
        if (!answerContext.isFirstAnswer()) {
            answerDraft.ascii(",\"cursor_age\":").number(answerContext.ageSeconds());
        }
        cursor("previous", pageExtent.previous(), answerDraft.ascii(","));
        end(answerDraft.ascii("}"));
    }

    private void metadata(PageExtent pageExtent, AnswerDraft answerDraft) {
        long shown = pageExtent.total() == 0 ? 0 : pageExtent.last() - pageExtent.first() + 1;
        answerDraft.ascii(",\"metadata\":{\"originalCount\":").number(pageExtent.total());
        answerDraft.ascii(",\"displayedCount\":").number(shown);
        answerDraft.ascii(",\"truncated\":" + (shown < pageExtent.total()) + ",\"paginationHint\":");
        String extent = pageExtent.first() <= 1 ? "first " + shown : pageExtent.first() + " to " + pageExtent.last();
        answerDraft.string("Showing " + extent + " of " + pageExtent.total() + " items.");
        if (pageExtent.next() != null) {
            cursor("nextCursor", pageExtent.next(), answerDraft.ascii(","));
        }
        end(answerDraft.ascii("}"));
    }

    private static void cursor(String name, @Nullable PagePosition pagePosition, AnswerDraft answerDraft) {
        answerDraft.field(name);
        if (pagePosition == null) {
            answerDraft.ascii("null");
        } else {
            answerDraft.ascii("\"").cursor(pagePosition).ascii("\"");
        }
    }
}
