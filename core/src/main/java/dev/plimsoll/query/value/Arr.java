package dev.plimsoll.query.value;

import org.jspecify.annotations.Nullable;

/** An array: a range of a document, or built. */
public abstract sealed class Arr extends Value permits RawArr, ListArr {

    @Override
    public final Kind kind() {
        return Kind.ARRAY;
    }

    public abstract int length(Meter meter);

    /** The item at an index counted from 0, or null if there is none. */
    public abstract @Nullable Value get(int index, Meter meter);

    public abstract Items items(Meter meter);

    /** The same values as one that can be changed cheaply. */
    public abstract ListArr list(Meter meter);
}
