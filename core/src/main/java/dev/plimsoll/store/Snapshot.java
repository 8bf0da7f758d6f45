package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import java.time.Instant;
import java.util.List;

/** Stored result, as the store returns it. The notes are a few bytes of the engine that the store does not interpret. */
public record Snapshot(SnapshotId id, SnapshotOrigin origin, Instant takenAt, Slice notes, List<Segment> segments) {

    public Snapshot {
        segments = List.copyOf(segments);
    }

    /** Returns a copy whose server has a new name. */
    public Snapshot withServer(String server) {
        SnapshotOrigin newOrigin = new SnapshotOrigin(
                origin.caller(), server, origin.tool(), origin.tier(), origin.argumentsHash(), origin.holder());
        return new Snapshot(id, newOrigin, takenAt, notes, segments);
    }

    /** Returns a text without the ID, which may be the only protection of the snapshot. */
    @Override
    public String toString() {
        return "Snapshot[" + origin + ", " + segments.size() + " segments]";
    }
}
