package dev.plimsoll.engine.snapshot;

import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.source.live.LiveSource;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot that is open for reading.
 *
 * @param content the part of the result that callers see
 * @param baseMemoryBytes the approximate number of bytes that the open snapshot uses in memory, without passage indexes
 * @param passageBytes the bytes of its passage indexes
 * @param liveSource the source of its items; null if all of it is stored
 * @param completeResult the result as received, if callers see only a part; else null
 * @param changes the changes of resources that servers reported
 */
public record OpenSnapshot(
        Snapshot snapshot,
        SnapshotNotes notes,
        IndexedResult content,
        long baseMemoryBytes,
        long passageBytes,
        @Nullable LiveSource liveSource,
        @Nullable CompleteResult completeResult,
        SourceChanges changes) {

    /** Returns the approximate number of bytes that the open snapshot uses in memory. */
    long memoryBytes() {
        return baseMemoryBytes + passageBytes;
    }

    /** Returns the same snapshot with the present bytes of its passage indexes. */
    OpenSnapshot withPassageBytes() {
        return new OpenSnapshot(
                snapshot, notes, content, baseMemoryBytes, content.passageBytes(), liveSource, completeResult, changes);
    }

    /** Returns whether the server reported a change of the data after the snapshot was taken. */
    public boolean hasChangedSource() {
        return changes.hasChangedSince(snapshot.origin().server(), notes.name(), snapshot.takenAt());
    }

    /**
     * Returns the content that a view reads, with its texts read in the view's format. In mode {@code full},
     * that is the result as received.
     */
    public IndexedResult content(View view) {
        return (completeResult != null && view.mode() == Mode.FULL ? completeResult.content : content)
                .readAs(view.format());
    }

    /** Returns the same snapshot with another name for its server. */
    OpenSnapshot withServer(String server) {
        return new OpenSnapshot(
                snapshot.withServer(server),
                notes,
                content,
                baseMemoryBytes,
                passageBytes,
                liveSource,
                completeResult,
                changes);
    }

    /** Returns the result as received. */
    public Slice raw() {
        return (completeResult == null ? content : completeResult.content)
                .result()
                .raw();
    }

    /** Returns how many members are missing in this view. */
    public int removedMembers(View view) {
        return completeResult == null || view.mode() == Mode.FULL ? 0 : completeResult.removedMembers;
    }

    /** Returns the size of the whole result; an estimate if it comes from a source. */
    public long bytes() {
        LiveSource source = liveSource;
        IndexedResult wholeContent = completeResult == null ? content : completeResult.content;
        return source == null
                ? wholeContent.result().raw().length()
                : source.rows().bytes();
    }

    /** Result as received, and the number of members that callers do not see. */
    record CompleteResult(IndexedResult content, int removedMembers) {}
}
