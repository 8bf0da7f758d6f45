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

/** Snapshot in memory, in a file, or being moved to a file. Not thread-safe. */
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

    /** Returns the bytes that are counted in memory. */
    long memoryBytes() {
        return memoryBytes;
    }

    void setMemoryBytes(long bytes) {
        memoryBytes = bytes;
    }

    /** Returns the bytes that are counted on disk: those of the files, or their maximum while the snapshot is being moved. */
    long diskBytes() {
        return diskBytes;
    }

    void setDiskBytes(long bytes) {
        diskBytes = bytes;
    }

    void setSpilling(boolean isSpilling) {
        this.isSpilling = isSpilling;
    }

    /** Returns the maximum number of bytes that its files can need. */
    long maxFileBytes() {
        long views = 0;
        Slice view = memoryViews.findView(0);
        for (int i = 1; view != null; i++) {
            views += SnapshotViews.memoryBytes(view);
            view = memoryViews.findView(i);
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
        ViewFile writtenViews = ViewFile.load(views, false);
        Slice view = memoryViews.findView(0);
        for (int i = 1; view != null; i++) {
            writtenViews.add(view);
            view = memoryViews.findView(i);
        }
        var storedHeader = new SnapshotHeader.StoredHeader(snapshotHeader, snapshotHeader.encodedLength(), bytes);
        snapshot = new BlockFile(blocks, storedHeader, onDamaged).snapshot();
        fileViews = new SoftReference<>(writtenViews);
        memoryViews = new SnapshotViews();
        file = blocks;
        viewFile = views;
        isSpilling = false;
        return bytes + writtenViews.validBytes();
    }

    @Nullable Integer findViewNumber(Slice view) throws IOException {
        return viewFile == null
                ? memoryViews.findNumber(view)
                : loadViews(viewFile).findNumber(view);
    }

    @Nullable Slice findView(int number) throws IOException {
        return viewFile == null
                ? memoryViews.findView(number)
                : loadViews(viewFile).findView(number);
    }

    void requireViewCapacity(Slice view) throws IOException {
        if (viewFile == null) {
            memoryViews.requireCapacity(view);
        } else {
            loadViews(viewFile).requireCapacity(view);
        }
    }

    /** Returns the bytes that one more view needs in memory or in the file. */
    long bytesFor(Slice view) throws IOException {
        return viewFile == null
                ? SnapshotViews.memoryBytes(view)
                : loadViews(viewFile).bytesFor(view);
    }

    int addView(Slice view) throws IOException {
        return viewFile == null ? memoryViews.add(view) : loadViews(viewFile).add(view);
    }

    private ViewFile loadViews(File from) throws IOException {
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
