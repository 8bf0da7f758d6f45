package dev.plimsoll.shape.item;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.QueryOutputs;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.notice.PageHeader;
import dev.plimsoll.shape.notice.ResultPageHeader;

/** The outputs of a query: ranges of the document, or computed values. No path names them. */
public record QueryOutputItems(QueryOutputs outputs) implements UnnamedItems {

    @Override
    public int count() {
        return outputs.count();
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        return Json.exceeds(outputs.get(i), bytes);
    }

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        answerDraft.json(outputs.get(i));
    }

    @Override
    public Slice value(int i) {
        return outputs.get(i);
    }

    @Override
    public PageHeader pageHeader() {
        return new ResultPageHeader("results", "totalResults");
    }
}
