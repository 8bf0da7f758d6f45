package dev.plimsoll.shape.item;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.DocumentPart;
import org.jspecify.annotations.Nullable;

/** Key of a range of a byte array. Arrays are compared by identity: ranges of different arrays have different keys. */
record RangeKey(byte[] bytes, int from, int to, JsonPointer pointer) {

    // written by hand, because AOT caches cannot store the generated methods of a record, which would cost 5 ms at the
    // first shaped result
    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object other) {
        return other instanceof RangeKey key
                && bytes == key.bytes
                && from == key.from
                && to == key.to
                && pointer.equals(key.pointer);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * System.identityHashCode(bytes) + from) + 7 * to + pointer.hashCode();
    }

    static RangeKey of(Slice range) {
        return of(range, JsonPointer.root());
    }

    static RangeKey of(DocumentPart documentPart) {
        return of(documentPart.bytes(), documentPart.pointer());
    }

    static RangeKey of(Slice range, JsonPointer pointer) {
        return new RangeKey(range.bytes(), range.from(), range.to(), pointer);
    }
}
