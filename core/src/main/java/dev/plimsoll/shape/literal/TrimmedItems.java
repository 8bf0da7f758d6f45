package dev.plimsoll.shape.literal;

import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.RewrittenItems;

/** Items with contents that are cut at fixed limits. */
public record TrimmedItems(ItemSequence items, ShapeTask task) implements RewrittenItems {

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        new TrimForm(task).writeItem(items.value(i), items.pointer(i), answerDraft);
    }

    @Override
    public boolean isShortened(int i) {
        return new TrimForm(task).writeItem(items.value(i), items.pointer(i), task.draft());
    }

    @Override
    public void fold(int i, FoldWriter foldWriter, AnswerDraft answerDraft) {
        items.fold(i, foldWriter, answerDraft);
    }
}
