package dev.plimsoll.query.value;

import org.jspecify.annotations.Nullable;

/** An array: a range of a document, or built. */
public abstract sealed class ArrayValue extends Value permits RawArrayValue, ListArrayValue {

    @Override
    public final ValueKind kind() {
        return ValueKind.ARRAY;
    }

    public abstract int length(QueryMeter queryMeter);

    /** The item at an index counted from 0, or null if there is none. */
    public abstract @Nullable Value get(int index, QueryMeter queryMeter);

    public abstract ArrayElements items(QueryMeter queryMeter);

    /** The same values as one that can be changed cheaply. */
    public abstract ListArrayValue list(QueryMeter queryMeter);
}
