package dev.plimsoll.disk;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Folder to which one store spills. It is created on first use. Its files cannot be used after this process ends. When the store
 * saves its first snapshot, it deletes the files of ended processes. Thread-safe.
 */
final class SpillFolder {

    private final Path path;
    private final Queue<File> pendingDeletes = new ConcurrentLinkedQueue<>();
    private @Nullable StoreInstance storeInstance;
    private boolean isCleared;

    SpillFolder(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** Creates a file that only its owner can access, in a folder that only its owner can access. */
    File createFile() throws IOException {
        try {
            return createUnusedFile();
        } catch (IOException e) {
            if (!DiskErrorText.isMissing(e)) {
                throw e;
            }
            close(); // the folder was deleted while in use
            return createUnusedFile();
        }
    }

    /** Returns an unused name for a file. */
    File unusedFile() throws IOException {
        return instance().temporaryFile(path.toFile());
    }

    private File createUnusedFile() throws IOException {
        File file = unusedFile();
        StoreFolder.create(file.toPath());
        return file;
    }

    private synchronized StoreInstance instance() throws IOException {
        StoreInstance instance = storeInstance;
        if (instance == null) {
            StoreFolder.createFolder(path);
            instance = StoreInstance.create(path);
            storeInstance = instance;
        }
        return instance;
    }

    /** Deletes the files of ended processes, on the first call only. */
    void clearOnce() {
        synchronized (this) {
            if (isCleared) {
                return;
            }
            isCleared = true;
        }
        String[] names = path.toFile().list();
        if (names != null && names.length > 0) {
            StoreInstance.deleteFilesOfEnded(path, List.of(names));
        }
    }

    /** Marks a file for deletion. */
    void discard(File file) {
        pendingDeletes.add(file);
    }

    /** Deletes the marked files. May take long if the disk is slow. */
    void deletePending() {
        for (File file = pendingDeletes.poll(); file != null; file = pendingDeletes.poll()) {
            file.delete();
        }
    }

    synchronized void close() {
        if (storeInstance != null) {
            storeInstance.close();
            storeInstance = null;
        }
    }
}
