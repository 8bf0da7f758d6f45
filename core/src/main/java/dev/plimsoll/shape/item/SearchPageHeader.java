package dev.plimsoll.shape.item;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.notice.NextCalls;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.notice.PageHeader;

/** The page header for the matches of a search. */
record SearchPageHeader(FoundItems items) implements PageHeader {

    /** Lines to read before and after the first match. */
    private static final int NEAR_LINES = 10;

    @Override
    public String total() {
        return "totalMatches";
    }

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return Notices.found(resultFacts, items.searchedText(), items.terms(), span);
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
        int line = items.line(0);
        String path = items.path(0);
        String context = path.isEmpty() ? "" : "\"path\":" + quoted(path);
        if (line > 0) {
            String range = "\"lines\":\"" + Math.max(1, line - NEAR_LINES) + "-" + (line + NEAR_LINES) + "\"";
            context = context.isEmpty() ? range : context + "," + range;
        }
        NextCalls.forFound(shapeTask, more, context, answerDraft);
    }

    private static String quoted(String text) {
        return new ByteSink(text.length() + 2).string(text).slice().utf8();
    }
}
