package dev.plimsoll.redis;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.SnapshotId;
import java.util.Objects;

/** A segment stored in chunks. Each read fetches only its range. */
record ChunkedSegment(Chunks chunks, SnapshotId id, int chunkBytes, long offset, int length) implements Segment {

    @Override
    public Slice read(int from, int to) {
        Objects.checkFromToIndex(from, to, length);
        return chunks.read(id, chunkBytes, offset + from, offset + to);
    }

    /** Omits the ID: it is secret, because whoever knows it may be able to read the contents. */
    @Override
    public String toString() {
        return "ChunkedSegment[" + length + " bytes]";
    }
}
