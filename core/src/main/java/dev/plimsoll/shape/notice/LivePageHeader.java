package dev.plimsoll.shape.notice;

import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;

/** Page header for items that are read on demand. */
public record LivePageHeader(ListedItems items, LazyRows rows, LiveItemKind kind) implements PageHeader {

    @Override
    public String totalField() {
        return kind.totalField(rows.isTotalExact());
    }

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return Notices.live(resultFacts, kind.noun(), rows, span);
    }

    @Override
    public boolean hasOutline() {
        return kind == LiveItemKind.ITEMS;
    }

    @Override
    public boolean hasTargetCursor(ShapeTask shapeTask) {
        return kind != LiveItemKind.ITEMS;
    }

    @Override
    public boolean hasNextCalls(boolean hasMore) {
        return hasMore && kind == LiveItemKind.ITEMS;
    }

    @Override
    public void writeNextCalls(ShapeTask shapeTask, boolean hasMore, AnswerDraft answerDraft) {
        NextCalls.forItems(shapeTask, items, answerDraft);
    }
}
