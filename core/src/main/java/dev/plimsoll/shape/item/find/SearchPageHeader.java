package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.notice.NextCalls;
import dev.plimsoll.shape.notice.PageHeader;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Page header of the matches of a search, or of the passages of a ranked search.
 *
 * @param count the number of matches
 * @param notices returns the notice of a page
 * @param surroundings returns the arguments of the suggested call; called only if there is a match
 */
record SearchPageHeader(
        int count, BiFunction<ResultFacts, PageHeader.Span, String> notices, Supplier<Surroundings> surroundings)
        implements PageHeader {

    /** Number of lines before and after the first match that a suggested call reads. */
    static final int NEAR_LINES = 10;

    /** Number of characters before and after the first match in a long line that a suggested call reads. */
    static final int NEAR_CHARACTERS = 500;

    /**
     * Arguments that read what is around the first match.
     *
     * @param path empty for the complete result
     * @param lines null if the match is not in a line
     */
    record Surroundings(String path, @Nullable String lines) {}

    @Override
    public String totalField() {
        return "totalMatches";
    }

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return notices.apply(resultFacts, span);
    }

    @Override
    public boolean hasTargetCursor(ShapeTask shapeTask) {
        return true;
    }

    @Override
    public boolean hasNextCalls(boolean hasMore) {
        return count > 0;
    }

    @Override
    public void writeNextCalls(ShapeTask shapeTask, boolean hasMore, AnswerDraft answerDraft) {
        Surroundings firstMatch = surroundings.get();
        ByteSink arguments = new ByteSink(64);
        if (!firstMatch.path.isEmpty()) {
            arguments.member("path").string(firstMatch.path);
        }
        if (firstMatch.lines != null) {
            arguments.member("lines").string(firstMatch.lines);
        }
        NextCalls.forFound(shapeTask, hasMore, arguments.slice(), answerDraft);
    }
}
