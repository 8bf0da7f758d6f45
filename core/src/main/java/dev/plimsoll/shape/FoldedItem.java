package dev.plimsoll.shape;

import java.util.List;

/** A folded item, and the entry of the header's {@code folded} list that names it. */
record FoldedItem(int index, String path, int tokens) {

    /** Returns the entry for an item of a sequence. */
    static FoldedItem of(Items items, int index, Task task) {
        return new FoldedItem(index, items.path(index), task.quick().count(items.value(index)));
    }

    void writeTo(Draft draft) {
        draft.ascii("{\"index\":").number(index);
        // what no path names stands in the text of it all
        draft.ascii(path.isEmpty() ? ",\"mode\":" : ",\"path\":").string(path.isEmpty() ? "lines" : path);
        draft.ascii(",\"tokens\":").number(tokens).ascii("}");
    }

    static void write(List<FoldedItem> items, Draft draft) {
        draft.ascii("[");
        for (int i = 0; i < items.size(); i++) {
            items.get(i).writeTo(draft.ascii(i == 0 ? "" : ","));
        }
        draft.ascii("]");
    }
}
