package dev.plimsoll.disk;

import dev.plimsoll.store.StoreEntry;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.Snapshot;
import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/** A snapshot in a file. Its last use is the file's time of change, so that other processes see it too. Not thread-safe. */
final class FileStoreEntry extends StoreEntry {

    private final BlockFile blocks;
    private final Snapshot snapshot;
    private long touched;
    private long viewBytes;
    private SoftReference<ViewFile> views = new SoftReference<>(null);

    FileStoreEntry(BlockFile blocks, Lifetime lifetime, long fileBytes, long viewBytes, long touched) {
        super(blocks.head().id(), blocks.head().origin().caller(), lifetime, fileBytes + viewBytes);
        this.viewBytes = viewBytes;
        this.blocks = blocks;
        this.snapshot = blocks.snapshot();
        this.touched = touched;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** What the views are charged with. */
    long viewBytes() {
        return viewBytes;
    }

    void viewBytes(long bytes) {
        viewBytes = bytes;
    }

    /** The views as they were last read; only while holding this snapshot's own lock. */
    @Nullable ViewFile views() {
        return views.get();
    }

    void views(ViewFile file) {
        views = new SoftReference<>(file);
    }

    /** Writes the last use; false when the file is gone. A file that cannot be touched is used all the same. */
    boolean touch(long millis) {
        if (blocks.file().setLastModified(Math.max(0, millis))) {
            touched = Math.max(0, millis);
            return true;
        }
        return blocks.file().exists();
    }

    /** The file's time if another process has changed it since; else -1, and 0 when the file is gone. */
    long touchedByOthers() {
        long now = blocks.file().lastModified();
        if (now == touched && (now != 0 || blocks.file().exists())) {
            return -1;
        }
        touched = now;
        return now;
    }
}
