package dev.plimsoll.store;

import dev.plimsoll.json.Slice;

/**
 * Stored bytes of which many threads can read ranges. A call that has found its snapshot may finish reading
 * after the snapshot is removed. A store that does not hold the bytes in memory may then throw a {@link
 * StoreException} with reason {@code GONE}.
 */
public interface Segment {

    int length();

    /**
     * Reads the bytes {@code [from, to)}, which must not be changed. Throws {@link IndexOutOfBoundsException} if they are
     * outside the segment.
     */
    Slice read(int from, int to);

    /** Creates a segment backed by bytes in memory. */
    static Segment of(Slice bytes) {
        return new SliceSegment(bytes);
    }
}
