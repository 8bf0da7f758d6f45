package dev.plimsoll.shape;

/** Items of which only some fields are kept. */
record ProjectedItems(Items items, Projection projection) implements OtherwiseItems {

    @Override
    public void write(int i, Draft draft) {
        projection.write(items.value(i), draft);
    }

    @Override
    public void fold(int i, Folding folding, Draft draft) {
        Draft whole = new Draft(draft.counter());
        projection.write(items.value(i), whole);
        folding.write(whole.written(), items.pointer(i));
    }
}
