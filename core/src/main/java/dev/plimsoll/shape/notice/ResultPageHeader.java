package dev.plimsoll.shape.notice;

import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;

/**
 * Page header for the results of a query.
 *
 * @param noun word for the items: {@code results} for the outputs of the query, {@code items} or {@code
 * members} for the contents of its only output
 * @param totalField name of the field that counts the items
 */
public record ResultPageHeader(String noun, String totalField) implements PageHeader {

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return Notices.results(resultFacts, noun, span);
    }

    @Override
    public boolean hasTargetCursor(ShapeTask shapeTask) {
        return shapeTask.isFirstAnswer();
    }

    @Override
    public boolean hasNextCalls(boolean hasMore) {
        return false;
    }

    @Override
    public void writeNextCalls(ShapeTask shapeTask, boolean hasMore, AnswerDraft answerDraft) {
        throw new IllegalStateException("a query has no next calls");
    }
}
