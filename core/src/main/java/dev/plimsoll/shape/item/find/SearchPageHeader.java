package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.notice.NextCalls;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.notice.PageHeader;

/** The page header for the matches of a search. */
record SearchPageHeader(FoundItems items) implements PageHeader {

    /** Number of lines before and after the first match that a suggested call reads. */
    private static final int NEAR_LINES = 10;

    /** Number of characters before and after the first match in a long line that a suggested call reads. */
    private static final int NEAR_CHARACTERS = 500;

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
        FoundLine line = items.findLine(0);
        String path = line == null || line.path() == null
                ? items.path(0)
                : line.path().toString();
        ByteSink context = new ByteSink(64);
        if (!path.isEmpty()) {
            context.member("path").string(path);
        }
        if (line != null) {
            context.member("lines").string(rangeAround(line));
        }
        NextCalls.forFound(shapeTask, more, context.slice(), answerDraft);
    }

    /** Returns the lines around a match, or the characters around it in a long line. */
    private static String rangeAround(FoundLine line) {
        int at = line.isLong() ? line.column() : line.number();
        int near = line.isLong() ? NEAR_CHARACTERS : NEAR_LINES;
        String range = Math.max(1, at - near) + "-" + (at + near);
        return line.isLong() ? line.number() + ":" + range : range;
    }
}
