package dev.plimsoll.shape.item;

import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.Projection;
import dev.plimsoll.shape.fold.FoldWriter;

/** Items reduced to some of their fields. */
public record ProjectedItems(ItemSequence items, Projection projection) implements RewrittenItems {

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        projection.write(items.value(i), answerDraft);
    }

    @Override
    public void fold(int i, FoldWriter foldWriter, AnswerDraft answerDraft) {
        AnswerDraft item = answerDraft.fresh();
        projection.write(items.value(i), item);
        foldWriter.write(item.written(), items.pointer(i));
    }
}
