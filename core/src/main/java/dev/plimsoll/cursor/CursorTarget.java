package dev.plimsoll.cursor;

import dev.plimsoll.store.SnapshotId;
import java.util.Objects;

/**
 * A place to read on from.
 *
 * @param view number of the view of the snapshot, as the store gave it
 * @param position where in the view, below 2<sup>56</sup>; what it counts is the view's own affair
 */
public record CursorTarget(SnapshotId snapshot, int view, long position) {

    private static final long POSITIONS = 1L << 56;

    public CursorTarget {
        Objects.requireNonNull(snapshot, "snapshot");
        if (view < 0) {
            throw new IllegalArgumentException("view: must be at least 0, got " + view);
        }
        if (position < 0 || position >= POSITIONS) {
            throw new IllegalArgumentException("position: must be from 0 to 2^56 - 1, got " + position);
        }
    }

    /** Without the snapshot's id, which may be all that protects it. */
    @Override
    public String toString() {
        return "Place[view " + view + ", position " + position + "]";
    }
}
