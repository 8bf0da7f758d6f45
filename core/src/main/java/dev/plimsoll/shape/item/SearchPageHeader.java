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

    private static final int NEAR_LINES = 3;

    /** Lines to read around a match if the nearest ones are already shown. */
    private static final int MORE_LINES = 20;

    @Override
    public String total() {
        return "totalMatches";
    }

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return Notices.found(resultFacts, items.searchedText(), span);
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
            int lines = items.showsSurroundingLines() ? MORE_LINES : NEAR_LINES;
            String range = "\"start_line\":" + Math.max(1, line - lines) + ",\"end_line\":" + (line + lines);
            context = context.isEmpty() ? range : context + "," + range;
        }
        NextCalls.forFound(shapeTask, more, context, answerDraft);
    }

    private static String quoted(String text) {
        return new ByteSink(text.length() + 2).string(text).slice().utf8();
    }
}
