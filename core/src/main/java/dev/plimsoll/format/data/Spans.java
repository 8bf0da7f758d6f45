package dev.plimsoll.format.data;

import java.util.Arrays;

/** Places of records in a text, as pairs of offsets in its bytes. */
public final class Spans {

    private int[] bounds = new int[32];
    private int count;

    /** Adds the place of the next record. */
    public void add(int start, int end) {
        if (2 * count == bounds.length) {
            bounds = Arrays.copyOf(bounds, 4 * count);
        }
        bounds[2 * count] = start;
        bounds[2 * count + 1] = end;
        count++;
    }

    /** Removes all places. */
    public void clear() {
        count = 0;
    }

    /** Returns the number of records. */
    public int count() {
        return count;
    }

    /** Returns where a record starts. */
    public int from(int record) {
        return bounds[2 * record];
    }

    /** Returns where a record ends. */
    public int to(int record) {
        return bounds[2 * record + 1];
    }
}
