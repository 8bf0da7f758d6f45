package dev.plimsoll.shape.page;

import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.ItemSequence;
import java.util.List;

/** Folded item, and its entry in the list {@code folded} of the header. */
record FoldedItem(int index, String path, int tokens) {

    /** Returns the entry for an item of a sequence. */
    static FoldedItem of(ItemSequence itemSequence, int index, ShapeTask shapeTask) {
        return new FoldedItem(
                index, itemSequence.path(index), shapeTask.quickCounter().count(itemSequence.value(index)));
    }

    void writeTo(AnswerDraft answerDraft) {
        answerDraft.ascii("{").member("index").number(index);
        // an item without a path can be read only in the complete text, with mode=lines
        answerDraft.member(path.isEmpty() ? "mode" : "path").string(path.isEmpty() ? "lines" : path);
        answerDraft.member("tokens").number(tokens).ascii("}");
    }

    static void write(List<FoldedItem> items, AnswerDraft answerDraft) {
        answerDraft.ascii("[");
        for (int i = 0; i < items.size(); i++) {
            items.get(i).writeTo(answerDraft.ascii(i == 0 ? "" : ","));
        }
        answerDraft.ascii("]");
    }
}
