package dev.plimsoll.query.value;

import org.jspecify.annotations.Nullable;

/** Array: a range of a document, or built by the query. */
public abstract sealed class ArrayValue extends Value permits RawArrayValue, ListArrayValue {

    @Override
    public final ValueKind kind() {
        return ValueKind.ARRAY;
    }

    public abstract int length(QueryMeter queryMeter);

    /** Returns the item at an index from 0, or null if there is none. */
    public abstract @Nullable Value get(int index, QueryMeter queryMeter);

    public abstract ValueIterator items(QueryMeter queryMeter);

    /** Returns an array with the same items, whose changed copies are cheap to create. */
    public abstract ListArrayValue toListArray(QueryMeter queryMeter);
}
