package dev.plimsoll.shape;

/** Items whose insides are cut at the limits of style {@code trim}. */
record TrimmedItems(Items items, Task task) implements OtherwiseItems {

    @Override
    public void write(int i, Draft draft) {
        new Trimming(task).item(items.value(i), items.pointer(i), draft);
    }

    @Override
    public boolean shortened(int i) {
        return new Trimming(task).item(items.value(i), items.pointer(i), task.draft());
    }

    @Override
    public void fold(int i, Folding folding, Draft draft) {
        items.fold(i, folding, draft);
    }
}
