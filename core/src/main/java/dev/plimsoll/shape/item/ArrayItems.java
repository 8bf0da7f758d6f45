package dev.plimsoll.shape.item;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;

/** The items of a JSON array, unchanged. */
record ArrayItems(ItemIndex index, JsonPointer arrayPointer) implements ItemSequence {

    @Override
    public int count() {
        return index.count();
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        return Json.exceeds(index.item(i), bytes);
    }

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        answerDraft.json(index.item(i));
    }

    @Override
    public void fold(int i, FoldWriter foldWriter, AnswerDraft answerDraft) {
        foldWriter.write(index.item(i), pointer(i));
    }

    @Override
    public JsonPointer pointer(int i) {
        return arrayPointer.child(i);
    }

    @Override
    public Slice value(int i) {
        return index.item(i);
    }
}
