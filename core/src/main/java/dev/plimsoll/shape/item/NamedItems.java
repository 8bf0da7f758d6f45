package dev.plimsoll.shape.item;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.notice.PageHeader;
import dev.plimsoll.shape.notice.ResultPageHeader;

/** The values of the named expressions of a query, as members of one object. */
public record NamedItems(MemberIndex index) implements UnnamedItems {

    @Override
    public int count() {
        return index.count();
    }

    @Override
    public boolean areMembers() {
        return true;
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        // two quotes and a colon
        int overhead = index.keyLength(i) + 3;
        return overhead > bytes || Json.exceeds(index.value(i), bytes - overhead);
    }

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        writeName(i, answerDraft).json(index.value(i));
    }

    @Override
    public void fold(int i, FoldWriter foldWriter, AnswerDraft answerDraft) {
        writeName(i, answerDraft);
        foldWriter.write(index.value(i), null);
    }

    private AnswerDraft writeName(int i, AnswerDraft answerDraft) {
        return answerDraft.rawString(index.key(i)).ascii(":");
    }

    @Override
    public Slice value(int i) {
        return index.value(i);
    }

    @Override
    public PageHeader pageHeader() {
        return new ResultPageHeader("results", "totalResults");
    }
}
