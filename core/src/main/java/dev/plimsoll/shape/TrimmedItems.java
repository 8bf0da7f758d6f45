package dev.plimsoll.shape;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Items whose insides are cut at the limits of style {@code trim}. */
record TrimmedItems(Items items, Task task) implements Items {

    @Override
    public int count() {
        return items.count();
    }

    @Override
    public int bytes(int i) {
        return 0;
    }

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

    @Override
    public JsonPointer pointer(int i) {
        return items.pointer(i);
    }

    @Override
    public String path(int i) {
        return items.path(i);
    }

    @Override
    public Slice value(int i) {
        return items.value(i);
    }

    @Override
    public @Nullable Rows rows() {
        return items.rows();
    }

    @Override
    public JsonType source() {
        return items.source();
    }
}
