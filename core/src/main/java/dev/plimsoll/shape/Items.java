package dev.plimsoll.shape;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;

/** A sequence that pages are cut from: an array's items, an object's members, the same projected. */
interface Items {

    int LONGEST_PATH = 200;

    int count();

    /** Bytes that {@link #write} writes at least, so that a giant is recognised without writing it; 0 when unknown. */
    int bytes(int index);

    /** One item, as it stands in the original or projected. */
    void write(int index, Draft draft);

    /** One item shorter than it is. */
    void fold(int index, Folding folding, Draft draft);

    /** Where the item's value stands in the document. */
    JsonPointer pointer(int index);

    /** The same as text; empty where the item is one that no path names, or only one too long to tell. */
    default String path(int index) {
        String path = pointer(index).toString();
        return path.length() > LONGEST_PATH ? "" : path;
    }

    /** The item's own value. */
    Slice value(int index);

    /** What the header says of them. */
    default Telling telling() {
        return new ItemsTelling(this);
    }

    /** Whether {@link #write} writes less than the item. */
    default boolean shortened(int index) {
        return false;
    }

    /** What kind of value the sequence is made from. */
    default JsonType source() {
        return JsonType.ARRAY;
    }
}
