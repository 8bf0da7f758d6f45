package dev.plimsoll.query.value;

/** Keys by which an array was sorted, in the order of its items. */
public final class SortKeys {

    private final Object sort;
    private final Value[] keys;

    /**
     * Creates the keys of a sorted array.
     *
     * @param sort the node that sorted the array
     */
    public SortKeys(Object sort, Value[] keys) {
        this.sort = sort;
        this.keys = keys.clone();
    }

    /** Returns the node that sorted the array. */
    public Object sort() {
        return sort;
    }

    public int count() {
        return keys.length;
    }

    public Value get(int i) {
        return keys[i];
    }

    /** Returns the keys of the reversed array. */
    public SortKeys reversed() {
        Value[] reversed = new Value[keys.length];
        for (int i = 0; i < keys.length; i++) {
            reversed[i] = keys[keys.length - 1 - i];
        }
        return new SortKeys(sort, reversed);
    }
}
