package dev.plimsoll.shape;

/** Items reduced to some of their fields. */
record ProjectedItems(ItemSequence items, Projection projection) implements RewrittenItems {

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        projection.write(items.value(i), answerDraft);
    }

    @Override
    public void fold(int i, ItemFolder itemFolder, AnswerDraft answerDraft) {
        AnswerDraft item = new AnswerDraft(answerDraft.counter());
        projection.write(items.value(i), item);
        itemFolder.write(item.written(), items.pointer(i));
    }
}
