package dev.plimsoll.store;

import dev.plimsoll.json.Slice;

/**
 * Stored byte string that many threads can read in ranges. A call that has found its snapshot may finish reading. A store that
 * does not hold the bytes in memory may throw a {@link StoreException} with reason {@code GONE} after the snapshot is removed.
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
