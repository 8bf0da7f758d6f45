package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.KeepRequest;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotViews;
import dev.plimsoll.store.StoreEntry;
import java.io.File;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A snapshot in memory, in a file, or being moved to a file. Not thread-safe. */
final class TieredEntry extends StoreEntry {

    private final SnapshotHeader snapshotHeader;
    private Snapshot snapshot;
    private SnapshotViews hotViews = new SnapshotViews();
    private SoftReference<ViewFile> coldViews = new SoftReference<>(null);
    private @Nullable File file;
    private @Nullable File viewFile;
    private boolean leaving;
    private long memory;
    private long spilled;

    /** Creates an entry in memory. */
    TieredEntry(Snapshot snapshot, KeepRequest keepRequest, Lifetime lifetime, long bytes) {
        super(snapshot.id(), snapshot.origin().caller(), lifetime, bytes);
        this.snapshot = snapshot;
        this.snapshotHeader = SnapshotHeader.of(keepRequest, snapshot.id(), snapshot.takenAt());
    }

    SnapshotHeader head() {
        return snapshotHeader;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    boolean hot() {
        return file == null;
    }

    /** Returns whether the snapshot is in memory and not being moved to a file. */
    boolean stays() {
        return hot() && !leaving;
    }

    /** Returns the bytes charged in memory. */
    long memory() {
        return memory;
    }

    void memory(long bytes) {
        memory = bytes;
    }

    /** Returns the bytes charged on disk: its files, or their largest possible size while it is being moved. */
    long spilled() {
        return spilled;
    }

    void spilled(long bytes) {
        spilled = bytes;
    }

    void leaving(boolean value) {
        leaving = value;
    }

    /** Returns the most bytes that its files can need. */
    long fileBound() {
        long views = 0;
        Slice view = hotViews.view(0);
        for (int i = 1; view != null; i++) {
            views += SnapshotViews.cost(view);
            view = hotViews.view(i);
        }
        return BlockWriter.bound(snapshotHeader) + views;
    }

    List<Slice> segments() {
        return snapshot.segments().stream()
                .map(segment -> segment.read(0, segment.length()))
                .toList();
    }

    /** Switches this entry to its files, and returns their size. Its memory is then free. */
    long cool(File blocks, File views, long bytes, Runnable damaged) throws IOException {
        ViewFile written = ViewFile.load(views, false);
        Slice view = hotViews.view(0);
        for (int i = 1; view != null; i++) {
            written.add(view);
            view = hotViews.view(i);
        }
        var placed = new SnapshotHeader.Placed(snapshotHeader, snapshotHeader.encodedLength(), bytes);
        snapshot = new BlockFile(blocks, placed, damaged).snapshot();
        coldViews = new SoftReference<>(written);
        hotViews = new SnapshotViews();
        file = blocks;
        viewFile = views;
        leaving = false;
        return bytes + written.end();
    }

    @Nullable Integer number(Slice view) throws IOException {
        return viewFile == null ? hotViews.number(view) : views(viewFile).number(view);
    }

    @Nullable Slice view(int number) throws IOException {
        return viewFile == null ? hotViews.view(number) : views(viewFile).view(number);
    }

    void requireRoom(Slice view) throws IOException {
        if (viewFile == null) {
            hotViews.requireRoom(view);
        } else {
            views(viewFile).requireRoom(view);
        }
    }

    long cost(Slice view) throws IOException {
        return viewFile == null ? SnapshotViews.cost(view) : views(viewFile).cost(view);
    }

    int add(Slice view) throws IOException {
        return viewFile == null ? hotViews.add(view) : views(viewFile).add(view);
    }

    private ViewFile views(File from) throws IOException {
        ViewFile views = coldViews.get();
        if (views == null) {
            views = ViewFile.load(from, false);
            coldViews = new SoftReference<>(views);
        }
        return views;
    }

    void discard(SpillFolder folder) {
        if (file != null) {
            folder.discard(file);
        }
        if (viewFile != null) {
            folder.discard(viewFile);
        }
    }
}
