package dev.plimsoll.store;

import dev.plimsoll.json.Slice;

/**
 * One kept byte string, readable in ranges, by many threads. A call that found its snapshot may finish reading; a store that
 * does not hold the bytes in memory may throw a {@link StoreException} with reason {@code GONE} once the snapshot is gone.
 */
public interface Segment {

    int length();

    /** The bytes {@code [from, to)}; nobody may change them. Throws {@link IndexOutOfBoundsException} outside the segment. */
    Slice read(int from, int to);

    /** A segment that is a view of bytes in memory. */
    static Segment of(Slice bytes) {
        return new SliceSegment(bytes);
    }
}
