package dev.plimsoll.shape.item;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;

/** Records that were read from a text, or from rows that are arrays. */
record RecordItems(ItemSequence items, TextRecords records) implements ItemSequence {

    @Override
    public boolean writeDeclared(int from, int to, AnswerDraft answerDraft) {
        Slice text = records.text(from, to);
        if (text != null && records.data().isJson()) {
            answerDraft.json(text);
        } else if (text != null) {
            answerDraft.string(text);
        }
        return text != null;
    }

    @Override
    public int count() {
        return items.count();
    }

    @Override
    public boolean exceeds(int index, int bytes) {
        return items.exceeds(index, bytes);
    }

    @Override
    public void write(int index, AnswerDraft answerDraft) {
        items.write(index, answerDraft);
    }

    @Override
    public void fold(int index, FoldWriter foldWriter, AnswerDraft answerDraft) {
        items.fold(index, foldWriter, answerDraft);
    }

    @Override
    public JsonPointer pointer(int index) {
        return items.pointer(index);
    }

    @Override
    public Slice value(int index) {
        return items.value(index);
    }

    @Override
    public JsonType sourceType() {
        return items.sourceType();
    }
}
