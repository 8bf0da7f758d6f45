package dev.plimsoll.shape.notice;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;

/** Page header for the items of a list or the members of an object. */
public record ItemPageHeader(ListedItems items) implements PageHeader {

    @Override
    public String totalField() {
        return "totalCount";
    }

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return Notices.page(resultFacts, items.sourceType() == JsonType.OBJECT ? "members" : "items", span);
    }

    @Override
    public boolean hasOutline() {
        return true;
    }

    @Override
    public boolean hasNextCalls(boolean hasMore) {
        return hasMore;
    }

    @Override
    public void writeNextCalls(ShapeTask shapeTask, boolean hasMore, AnswerDraft answerDraft) {
        NextCalls.forItems(shapeTask, items, answerDraft);
    }
}
