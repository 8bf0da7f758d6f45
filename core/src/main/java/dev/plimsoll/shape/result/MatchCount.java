package dev.plimsoll.shape.result;

import dev.plimsoll.search.SearchPattern;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.item.find.FoundItems;
import dev.plimsoll.shape.notice.FoundTerms;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.notice.PageHeader;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The answer to a search that asks for the number of matches alone. Its cursor reads the matches. */
record MatchCount(ShapeTask shapeTask, Supplier<FoundItems> search) {

    private static final PageHeader.Span NONE = new PageHeader.Span(0, 0, 0, false, 0, false);

    /** Returns the answer. If the items are read from a source that can search, counts the items that it selects. */
    ShapedText shape(@Nullable LazyRows source) {
        View view = shapeTask.view();
        LazyRows.Selection selection = source == null ? null : source.select(view.mode(), view.searchText());
        if (selection != null) {
            FoundTerms terms = new FoundTerms(List.of(SearchPattern.describe(view.searchText())), List.of());
            return answer(count(selection.rows()), "all items", terms);
        }
        FoundItems foundItems = search.get();
        return answer(foundItems.count(), foundItems.searchedText(), foundItems.terms());
    }

    private static long count(LazyRows rows) {
        long count = rows.total();
        while (!rows.isTotalExact() && rows.has((int) count)) {
            count++;
        }
        return rows.isTotalExact() ? rows.total() : count;
    }

    private ShapedText answer(long count, String searchedText, FoundTerms terms) {
        AnswerHeader header = new AnswerHeader(false)
                .notice(
                        count == 0
                                ? Notices.found(shapeTask.facts(), searchedText, terms, NONE)
                                : Notices.counted(shapeTask.facts(), searchedText, terms, count));
        header.number("totalMatches", count).flag("hasMore", count > 0);
        if (count > 0) {
            header.cursor("nextCursor", new PagePosition(shapeTask.view().withDefaultPageSize(), Position.FIRST));
        } else {
            header.cursor("cursor", shapeTask.startOfTarget());
        }
        header.costs(shapeTask);
        AnswerDraft answerDraft = shapeTask.draft().ascii("{");
        header.writeTo(answerDraft);
        answerDraft.ascii(",").name("matches").ascii("[]}");
        return new ShapedText(null, answerDraft, true, header, OutcomeKind.PAGINATED, false, null, null);
    }
}
