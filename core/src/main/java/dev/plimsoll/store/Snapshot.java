package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import java.time.Instant;
import java.util.List;

/** A kept result as the store hands it out. The notes are small bytes of the engine's own that the store does not look into. */
public record Snapshot(SnapshotId id, SnapshotOrigin origin, Instant takenAt, Slice notes, List<Segment> segments) {

    public Snapshot {
        segments = List.copyOf(segments);
    }

    /** The same from a server that has another name now. */
    public Snapshot from(String server) {
        SnapshotOrigin now = new SnapshotOrigin(origin.caller(), server, origin.tool(), origin.tier(), origin.argumentsHash());
        return new Snapshot(id, now, takenAt, notes, segments);
    }

    /** Without the id, which may be all that protects the snapshot. */
    @Override
    public String toString() {
        return "Snapshot[" + origin + ", " + segments.size() + " segments]";
    }
}
