package dev.plimsoll.shape.item;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.DocumentPart;

/** Key of a range of one array; arrays compare by identity, as intended here. */
record RangeKey(byte[] bytes, int from, int to, JsonPointer at) {

    static RangeKey of(Slice range) {
        return of(range, JsonPointer.root());
    }

    static RangeKey of(DocumentPart documentPart) {
        return of(documentPart.bytes(), documentPart.pointer());
    }

    static RangeKey of(Slice range, JsonPointer at) {
        return new RangeKey(range.bytes(), range.from(), range.to(), at);
    }
}
