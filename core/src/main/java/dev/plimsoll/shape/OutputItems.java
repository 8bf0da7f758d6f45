package dev.plimsoll.shape;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;

/** What is in the only output of a query, where that is too long for one page. */
record OutputItems(Items items) implements Items {

    @Override
    public int count() {
        return items.count();
    }

    @Override
    public int bytes(int i) {
        return items.bytes(i);
    }

    @Override
    public void write(int i, Draft draft) {
        items.write(i, draft);
    }

    @Override
    public void fold(int i, Folding folding, Draft draft) {
        folding.write(items.value(i), null);
    }

    @Override
    public JsonPointer pointer(int i) {
        return JsonPointer.root();
    }

    @Override
    public String path(int i) {
        return "";
    }

    @Override
    public Slice value(int i) {
        return items.value(i);
    }

    @Override
    public Telling telling() {
        return new ResultTelling(items.source() == JsonType.OBJECT ? "members" : "items", "totalCount");
    }
}
