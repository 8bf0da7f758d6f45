package dev.plimsoll.disk;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Registration of a store that uses a folder: a name, with which the names of its temporary files begin, and a locked file. The
 * system releases the lock when the process ends. So if no process holds the lock of an instance, the instance has ended, and any
 * process may delete its files.
 */
final class StoreInstance implements AutoCloseable {

    private static final String LOCK_SUFFIX = ".lock";

    /** Suffix of files that only their instance can use: incomplete, deleted, or spilled ones. */
    private static final String TEMPORARY_SUFFIX = ".tmp";

    private static final int MAX_ATTEMPTS = 20;

    /**
     * The prefix of the names of all instances in this process. This process never tests their locks: opening
     * a locked file a second time and closing it would release the lock.
     */
    private static final String PROCESS_PREFIX =
            ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + "-";

    private final String name;
    private final File file;
    private final RandomAccessFile handle;
    private final AtomicLong fileCount = new AtomicLong();

    private StoreInstance(String name, File file, RandomAccessFile handle) {
        this.name = name;
        this.file = file;
        this.handle = handle;
    }

    static StoreInstance create(Path folder) throws IOException {
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            String name = PROCESS_PREFIX + Long.toHexString(System.nanoTime());
            Path path = folder.resolve(name + LOCK_SUFFIX);
            if (Files.exists(path)) {
                continue;
            }
            StoreFolder.create(path);
            RandomAccessFile handle = new RandomAccessFile(path.toFile(), "rw");
            FileLock lock = handle.getChannel().tryLock();
            if (lock != null && Files.exists(path)) {
                return new StoreInstance(name, path.toFile(), handle);
            }
            handle.close(); // another process has deleted the unlocked file as that of an ended instance
        }
        throw new IOException("cannot lock a file for this process");
    }

    @Override
    public void close() {
        try (handle) {
            // while the lock is still held, so that no other process can lock the file in between
            Files.deleteIfExists(file.toPath());
        } catch (IOException e) {
            // another process will delete it
        }
    }

    /** Returns a file with an unused name, which only this instance uses. */
    File temporaryFile(File folder) {
        return new File(folder, name + "." + fileCount.incrementAndGet() + TEMPORARY_SUFFIX);
    }

    /** Deletes the files of ended instances in a folder. */
    static void deleteFilesOfEnded(Path folder, Iterable<String> names) {
        Map<String, Boolean> endedInstances = new HashMap<>();
        for (String name : names) {
            int dot = name.indexOf('.');
            if (name.endsWith(TEMPORARY_SUFFIX) && dot > 0 && !name.startsWith(PROCESS_PREFIX)) {
                String instance = name.substring(0, dot);
                if (endedInstances.computeIfAbsent(instance, i -> hasEnded(folder.resolve(i + LOCK_SUFFIX)))) {
                    folder.resolve(name).toFile().delete();
                }
            }
        }
        for (String name : names) {
            if (name.endsWith(LOCK_SUFFIX) && !name.startsWith(PROCESS_PREFIX)) {
                deleteIfEnded(folder.resolve(name));
            }
        }
    }

    private static boolean hasEnded(Path lock) {
        return tryLock(lock, false);
    }

    private static void deleteIfEnded(Path lock) {
        tryLock(lock, true);
    }

    /**
     * Returns whether no process holds the lock of a file. If {@code canDelete}, also deletes the file while
     * holding the lock, so that no other process can lock it in between.
     */
    private static boolean tryLock(Path lock, boolean canDelete) {
        if (!Files.exists(lock)) {
            return true;
        }
        try (RandomAccessFile handle = new RandomAccessFile(lock.toFile(), "rw")) {
            boolean isEnded = handle.getChannel().tryLock() != null;
            return isEnded && (!canDelete || lock.toFile().delete());
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }
}
