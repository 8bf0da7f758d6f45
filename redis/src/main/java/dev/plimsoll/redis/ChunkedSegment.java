package dev.plimsoll.redis;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.SnapshotId;
import java.util.Objects;

/** A part of what stands in chunks: a range of it is fetched when it is read. */
record ChunkedSegment(Chunks chunks, SnapshotId id, int chunkBytes, long offset, int length) implements Segment {

    @Override
    public Slice read(int from, int to) {
        Objects.checkFromToIndex(from, to, length);
        return chunks.read(id, chunkBytes, offset + from, offset + to);
    }

    /** Without the id, which may be all that protects the bytes. */
    @Override
    public String toString() {
        return "ChunkedSegment[" + length + " bytes]";
    }
}
