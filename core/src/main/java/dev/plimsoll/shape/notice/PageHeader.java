package dev.plimsoll.shape.notice;

import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;

/** Header texts for a page of a sequence: items of a list, matches of a search, or results of a query. */
public interface PageHeader {

    /**
     * The items on the page of a header.
     *
     * @param folded number of shortened items
     * @param hasUnnamed whether a shortened item, or a shortened value in an item, has no path
     * @param isLook whether the page is a short first answer, after which most models query or search
     */
    record Span(long first, long last, long total, boolean hasMore, int folded, boolean hasUnnamed, boolean isLook) {

        public Span(long first, long last, long total, boolean hasMore, int folded, boolean hasUnnamed) {
            this(first, last, total, hasMore, folded, hasUnnamed, false);
        }
    }

    /** Returns the name of the field that counts all items. */
    String totalField();

    String notice(ResultFacts resultFacts, Span span);

    /**
     * Returns whether the items are those of the part itself, not matches or results: only then an outline describes
     * them.
     */
    default boolean hasOutline() {
        return false;
    }

    /** Returns whether a last page has a cursor that reads the target from its start. */
    default boolean hasTargetCursor(ShapeTask shapeTask) {
        return false;
    }

    /** Returns whether a first page includes next calls. */
    boolean hasNextCalls(boolean hasMore);

    /** Writes the next calls. */
    void writeNextCalls(ShapeTask shapeTask, boolean hasMore, AnswerDraft answerDraft);
}
