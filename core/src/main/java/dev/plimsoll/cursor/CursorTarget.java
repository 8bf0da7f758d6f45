package dev.plimsoll.cursor;

import dev.plimsoll.store.SnapshotId;
import java.util.Objects;

/**
 * Position in a snapshot from which a follow-up read continues.
 *
 * @param view number of the snapshot's view, assigned by the store
 * @param position the position in the view, below 2<sup>56</sup>; its unit depends on the view
 */
public record CursorTarget(SnapshotId snapshot, int view, long position) {

    private static final long POSITION_LIMIT = 1L << 56;

    public CursorTarget {
        Objects.requireNonNull(snapshot, "snapshot");
        if (view < 0) {
            throw new IllegalArgumentException("view: must be at least 0, got " + view);
        }
        if (position < 0 || position >= POSITION_LIMIT) {
            throw new IllegalArgumentException("position: must be from 0 to 2^56 - 1, got " + position);
        }
    }

    /** Returns a text without the snapshot ID, which may be the only protection of the snapshot. */
    @Override
    public String toString() {
        return "CursorTarget[view " + view + ", position " + position + "]";
    }
}
