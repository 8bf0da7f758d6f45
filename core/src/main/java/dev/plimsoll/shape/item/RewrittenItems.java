package dev.plimsoll.shape.item;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.LazyRows;
import org.jspecify.annotations.Nullable;

/** Items of another sequence that are written in a different form. */
public interface RewrittenItems extends ItemSequence {

    ItemSequence items();

    @Override
    default int count() {
        return items().count();
    }

    /** Returns false, because the size is unknown before writing. */
    @Override
    default boolean exceeds(int index, int bytes) {
        return false;
    }

    @Override
    default JsonPointer pointer(int index) {
        return items().pointer(index);
    }

    @Override
    default String path(int index) {
        return items().path(index);
    }

    @Override
    default Slice value(int index) {
        return items().value(index);
    }

    @Override
    default @Nullable LazyRows rows() {
        return items().rows();
    }

    @Override
    default JsonType sourceType() {
        return items().sourceType();
    }
}
