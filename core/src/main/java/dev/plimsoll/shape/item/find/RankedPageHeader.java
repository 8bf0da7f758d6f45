package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.notice.NextCalls;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.notice.PageHeader;

/** The page header for the passages of a ranked search. */
record RankedPageHeader(RankedItems items) implements PageHeader {

    /** Number of lines before and after the best passage that a suggested call reads. */
    private static final int NEAR_LINES = 10;

    /** Number of characters before and after the best passage in a long line that a suggested call reads. */
    private static final int NEAR_CHARACTERS = 500;

    @Override
    public String total() {
        return "totalMatches";
    }

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return Notices.ranked(resultFacts, items.searched(), items.terms(), span);
    }

    @Override
    public boolean hasBackCursor(ShapeTask shapeTask) {
        return true;
    }

    @Override
    public boolean hasNextCalls(boolean more) {
        return items.count() > 0;
    }

    @Override
    public void writeNextCalls(ShapeTask shapeTask, boolean more, AnswerDraft answerDraft) {
        FoundPassage first = items.findPassage(0);
        FoundPassage exact = first != null && first.place().isExact() ? first : null;
        String path =
                exact == null ? items.path(0) : String.valueOf(exact.place().path());
        ByteSink context = new ByteSink(64);
        if (!path.isEmpty()) {
            context.member("path").string(path);
        }
        if (exact != null) {
            context.member("lines").string(exact.rangeAround(NEAR_LINES, NEAR_CHARACTERS));
        }
        NextCalls.forFound(shapeTask, more, context.slice(), answerDraft);
    }
}
