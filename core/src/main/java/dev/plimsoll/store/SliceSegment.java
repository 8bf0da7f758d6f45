package dev.plimsoll.store;

import dev.plimsoll.json.Slice;

/** Segment whose bytes are in memory. */
record SliceSegment(Slice bytes) implements Segment {

    @Override
    public int length() {
        return bytes.length();
    }

    @Override
    public Slice read(int from, int to) {
        return bytes.sub(from, to);
    }
}
