package dev.plimsoll.shape.item;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.notice.PageHeader;
import dev.plimsoll.shape.notice.ResultPageHeader;

/** The items of a query's output, if the query has only one output and that output is too long for one page. */
public record SingleOutputItems(ItemSequence items) implements UnnamedItems {

    @Override
    public int count() {
        return items.count();
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        return items.exceeds(i, bytes);
    }

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        items.write(i, answerDraft);
    }

    @Override
    public Slice value(int i) {
        return items.value(i);
    }

    @Override
    public PageHeader pageHeader() {
        return new ResultPageHeader(items.sourceType() == JsonType.OBJECT ? "members" : "items", "totalCount");
    }
}
