package dev.plimsoll.disk;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Where one store spills to. Nothing is made before it is needed. All files are the instance's own: what a dead process left is
 * cleared away by the next one that keeps something. Thread-safe.
 */
final class SpillFolder {

    private final Path path;
    private final Queue<File> rubbish = new ConcurrentLinkedQueue<>();
    private @Nullable StoreInstance storeInstance;
    private boolean cleared;

    SpillFolder(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** A new file for its owner alone, in a folder for its owner alone. */
    File fresh() throws IOException {
        try {
            return create();
        } catch (IOException e) {
            if (!DiskErrorText.missing(e)) {
                throw e;
            }
            close(); // the folder was deleted under us
            return create();
        }
    }

    /** A name for a file that may come to be. */
    File name() throws IOException {
        return instance().busy(path.toFile());
    }

    private File create() throws IOException {
        File file = name();
        StoreFolder.create(file.toPath());
        return file;
    }

    private synchronized StoreInstance instance() throws IOException {
        StoreInstance own = storeInstance;
        if (own == null) {
            StoreFolder.makeFolder(path);
            own = StoreInstance.claim(path);
            storeInstance = own;
        }
        return own;
    }

    /** Clears away, the first time, what dead processes have left. */
    void clearOnce() {
        synchronized (this) {
            if (cleared) {
                return;
            }
            cleared = true;
        }
        String[] names = path.toFile().list();
        if (names != null && names.length > 0) {
            StoreInstance.clear(path, List.of(names));
        }
    }

    /** A file that nobody needs any more. */
    void discard(File file) {
        rubbish.add(file);
    }

    /** Deletes what was discarded; takes as long as the disk needs. */
    void sweep() {
        for (File file = rubbish.poll(); file != null; file = rubbish.poll()) {
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
