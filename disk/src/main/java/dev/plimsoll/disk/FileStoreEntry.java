package dev.plimsoll.disk;

import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.StoreEntry;
import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot in a file. The time of its last use is the file's modification time, so that other processes see it. Not
 * thread-safe.
 */
final class FileStoreEntry extends StoreEntry {

    private final BlockFile blocks;
    private final Snapshot snapshot;
    private long modifiedMillis;
    private long viewBytes;
    private SoftReference<ViewFile> views = new SoftReference<>(null);

    FileStoreEntry(BlockFile blocks, Lifetime lifetime, long fileBytes, long viewBytes, long modifiedMillis) {
        super(blocks.header().id(), blocks.header().origin().holder(), lifetime, fileBytes + viewBytes);
        this.viewBytes = viewBytes;
        this.blocks = blocks;
        this.snapshot = blocks.snapshot();
        this.modifiedMillis = modifiedMillis;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** Returns the bytes that are counted for the views. */
    long viewBytes() {
        return viewBytes;
    }

    void setViewBytes(long bytes) {
        viewBytes = bytes;
    }

    /** Returns the views as last read, or null if they are not cached. Requires the lock of this snapshot. */
    @Nullable ViewFile views() {
        return views.get();
    }

    void cacheViews(ViewFile file) {
        views = new SoftReference<>(file);
    }

    /**
     * Sets the file's modification time to the time of the last use. Returns false if the file no longer
     * exists, and true if it exists, even if its time cannot be set.
     */
    boolean touch(long millis) {
        if (blocks.file().setLastModified(Math.max(0, millis))) {
            modifiedMillis = Math.max(0, millis);
            return true;
        }
        return blocks.file().exists();
    }

    /**
     * Returns the file's modification time if another process has changed it since the last call; 0 if the file no longer
     * exists; -1 if nothing has changed.
     */
    long findModifiedMillisByOtherProcess() {
        long currentMillis = blocks.file().lastModified();
        if (currentMillis == modifiedMillis
                && (currentMillis != 0 || blocks.file().exists())) {
            return -1;
        }
        modifiedMillis = currentMillis;
        return currentMillis;
    }
}
