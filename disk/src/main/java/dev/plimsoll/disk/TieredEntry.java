package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.SaveRequest;
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
    private SnapshotViews memoryViews = new SnapshotViews();
    private SoftReference<ViewFile> fileViews = new SoftReference<>(null);
    private @Nullable File file;
    private @Nullable File viewFile;
    private boolean isSpilling;
    private long memoryBytes;
    private long diskBytes;

    /** Creates an entry in memory. */
    TieredEntry(Snapshot snapshot, SaveRequest saveRequest, Lifetime lifetime, long bytes) {
        super(snapshot.id(), snapshot.origin().holder(), lifetime, bytes);
        this.snapshot = snapshot;
        this.snapshotHeader = SnapshotHeader.of(saveRequest, snapshot.id(), snapshot.takenAt());
    }

    SnapshotHeader header() {
        return snapshotHeader;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    boolean isInMemory() {
        return file == null;
    }

    /** Returns whether the snapshot is in memory and not being moved to a file. */
    boolean canSpill() {
        return isInMemory() && !isSpilling;
    }

    /** Returns the bytes charged in memory. */
    long memoryBytes() {
        return memoryBytes;
    }

    void memoryBytes(long bytes) {
        memoryBytes = bytes;
    }

    /** Returns the bytes charged on disk: its files, or their largest possible size while it is being moved. */
    long diskBytes() {
        return diskBytes;
    }

    void diskBytes(long bytes) {
        diskBytes = bytes;
    }

    void setSpilling(boolean value) {
        isSpilling = value;
    }

    /** Returns the maximum number of bytes that its files can need. */
    long maxFileBytes() {
        long views = 0;
        Slice view = memoryViews.view(0);
        for (int i = 1; view != null; i++) {
            views += SnapshotViews.memoryBytes(view);
            view = memoryViews.view(i);
        }
        return BlockWriter.maxFileBytes(snapshotHeader) + views;
    }

    List<Slice> segments() {
        return snapshot.segments().stream()
                .map(segment -> segment.read(0, segment.length()))
                .toList();
    }

    /** Moves the snapshot from memory to its files, and returns their size. */
    long moveToFiles(File blocks, File views, long bytes, Runnable onDamaged) throws IOException {
        ViewFile written = ViewFile.load(views, false);
        Slice view = memoryViews.view(0);
        for (int i = 1; view != null; i++) {
            written.add(view);
            view = memoryViews.view(i);
        }
        var storedHeader = new SnapshotHeader.StoredHeader(snapshotHeader, snapshotHeader.encodedLength(), bytes);
        snapshot = new BlockFile(blocks, storedHeader, onDamaged).snapshot();
        fileViews = new SoftReference<>(written);
        memoryViews = new SnapshotViews();
        file = blocks;
        viewFile = views;
        isSpilling = false;
        return bytes + written.end();
    }

    @Nullable Integer findViewNumber(Slice view) throws IOException {
        return viewFile == null ? memoryViews.findNumber(view) : views(viewFile).findNumber(view);
    }

    @Nullable Slice view(int number) throws IOException {
        return viewFile == null ? memoryViews.view(number) : views(viewFile).view(number);
    }

    void requireViewCapacity(Slice view) throws IOException {
        if (viewFile == null) {
            memoryViews.requireCapacity(view);
        } else {
            views(viewFile).requireCapacity(view);
        }
    }

    long viewBytes(Slice view) throws IOException {
        return viewFile == null
                ? SnapshotViews.memoryBytes(view)
                : views(viewFile).bytesFor(view);
    }

    int addView(Slice view) throws IOException {
        return viewFile == null ? memoryViews.add(view) : views(viewFile).add(view);
    }

    private ViewFile views(File from) throws IOException {
        ViewFile views = fileViews.get();
        if (views == null) {
            views = ViewFile.load(from, false);
            fileViews = new SoftReference<>(views);
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
