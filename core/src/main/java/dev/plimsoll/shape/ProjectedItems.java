package dev.plimsoll.shape;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Items of which only some fields are kept. */
record ProjectedItems(Items items, Projection projection) implements Items {

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
        projection.write(items.value(i), draft);
    }

    @Override
    public void fold(int i, Folding folding, Draft draft) {
        Draft whole = new Draft(draft.counter());
        projection.write(items.value(i), whole);
        folding.write(whole.written(), items.pointer(i));
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
