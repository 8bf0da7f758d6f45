package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreDemand;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.StoreUsage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Store on disk that survives a restart or crash of its process. It has one file for each snapshot, either complete or
 * absent. Any number of processes may share a folder; each process finds the snapshots of the other processes.
 */
public final class DiskStore implements SnapshotStore {

    private final FolderIndex folderIndex;
    private final StoreFolder folder;
    private final StoreLimits storeLimits;
    private final RandomGenerator idGenerator;
    private final ViewRegistry views;
    private final WriteMode writeMode;
    private volatile @Nullable Failure lastFailure;

    /**
     * The reason why the last snapshot could not be written.
     *
     * @param bytes the size of the result
     */
    private record Failure(String reason, long bytes) {}

    DiskStore(
            FolderIndex folderIndex,
            StoreFolder folder,
            StoreLimits storeLimits,
            RandomGenerator idGenerator,
            WriteMode writeMode) {
        this.folderIndex = folderIndex;
        this.folder = folder;
        this.storeLimits = storeLimits;
        this.idGenerator = idGenerator;
        this.views = new ViewRegistry(folderIndex, folder, writeMode.isSynced());
        this.writeMode = writeMode;
    }

    /**
     * Opens the store in a folder used for nothing else, or creates the folder. Reads no snapshots yet.
     *
     * @param idGenerator the source of IDs: a {@link java.security.SecureRandom} outside of tests
     * @throws StoreException if the folder is unusable, or was written by a newer version
     */
    public static DiskStore open(Path dir, StoreLimits storeLimits, InstantSource clock, RandomGenerator idGenerator) {
        return open(dir, storeLimits, clock, idGenerator, warning -> {});
    }

    /**
     * Opens the store, like the shorter variant, and reports damaged files.
     *
     * @param warnings receives a message about each damaged file
     */
    public static DiskStore open(
            Path dir,
            StoreLimits storeLimits,
            InstantSource clock,
            RandomGenerator idGenerator,
            Consumer<String> warnings) {
        StoreFolder folder = StoreFolder.open(dir);
        return new DiskStore(
                new FolderIndex(folder, storeLimits, clock, warnings),
                folder,
                storeLimits,
                idGenerator,
                WriteMode.DURABLE);
    }

    /**
     * Opens the store, like {@link #open}, but neither compresses snapshots nor waits until they are on the disk, which
     * is many times faster. After a power failure, the latest snapshots can be missing, but none is damaged.
     */
    public static DiskStore openFast(
            Path dir,
            StoreLimits storeLimits,
            InstantSource clock,
            RandomGenerator idGenerator,
            Consumer<String> warnings) {
        StoreFolder folder = StoreFolder.open(dir);
        return new DiskStore(
                new FolderIndex(folder, storeLimits, clock, warnings),
                folder,
                storeLimits,
                idGenerator,
                WriteMode.FAST);
    }

    @Override
    public Snapshot save(SaveRequest saveRequest) {
        try {
            Snapshot snapshot = writeWithRetry(saveRequest);
            lastFailure = null;
            return snapshot;
        } catch (IOException e) {
            StoreException error = DiskErrorText.writeError(e, folder.path());
            lastFailure = new Failure(String.valueOf(error.getMessage()), totalBytes(saveRequest));
            throw error;
        }
    }

    private Snapshot writeWithRetry(SaveRequest saveRequest) throws IOException {
        try {
            return writeOnce(saveRequest);
        } catch (IOException e) {
            return retry(saveRequest, e);
        }
    }

    /** Tries again if the cause could be removed: a full disk or a missing folder. */
    private Snapshot retry(SaveRequest saveRequest, IOException cause) throws IOException {
        if (DiskErrorText.isDiskFull(cause)
                ? folderIndex.evictIdle(totalBytes(saveRequest))
                : folderIndex.recreateFolder(cause)) {
            return writeOnce(saveRequest);
        }
        throw cause;
    }

    private Snapshot writeOnce(SaveRequest saveRequest) throws IOException {
        FolderIndex.Reservation reservation = folderIndex.prepare(idGenerator);
        SnapshotHeader snapshotHeader = SnapshotHeader.of(saveRequest, reservation.id(), reservation.takenAt());
        File draft = reservation.draft();
        try {
            StoreFolder.create(draft.toPath());
            long bytes = BlockWriter.write(draft, snapshotHeader, saveRequest.segments(), fileByteLimit(), writeMode);
            return folderIndex.publish(
                    reservation,
                    saveRequest,
                    new SnapshotHeader.StoredHeader(snapshotHeader, snapshotHeader.encodedLength(), bytes));
        } catch (BlockWriter.TooLargeException e) {
            // throws a StoreException that states the limit: the uncompressed size is above the limit, too
            new StoreDemand(saveRequest.origin().holder(), BlockWriter.maxFileBytes(snapshotHeader), 1, null)
                    .requireFitsEmptyStore(storeLimits);
            throw e;
        } finally {
            draft.delete();
        }
    }

    private static long totalBytes(SaveRequest saveRequest) {
        return saveRequest.segments().stream().mapToLong(Slice::length).sum();
    }

    private long fileByteLimit() {
        return Math.min(storeLimits.maxBytes(), storeLimits.maxBytesPerCaller());
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        return folderIndex.find(id);
    }

    @Override
    public int addView(SnapshotId id, Slice view) {
        try {
            return views.findOrAdd(id, view);
        } catch (DamagedException e) {
            folderIndex.quarantine(id);
            throw new StoreException(Reason.GONE, "the snapshot's views are damaged");
        } catch (IOException e) {
            throw DiskErrorText.writeError(e, folder.path());
        }
    }

    @Override
    public @Nullable Slice findView(SnapshotId id, int number) {
        try {
            return views.findView(id, number);
        } catch (DamagedException e) {
            folderIndex.quarantine(id);
            return null;
        } catch (IOException e) {
            throw DiskErrorText.readError(e, folder.viewsFile(id));
        }
    }

    @Override
    public void remove(SnapshotId id) {
        folderIndex.remove(id);
    }

    @Override
    public StoreUsage usage() {
        return folderIndex.usage();
    }

    @Override
    public String describe() {
        return "disk, " + ByteSizeText.format(storeLimits.maxBytes());
    }

    /**
     * Returns null if snapshots can be written; otherwise the reason of the last failure. If the last write failed,
     * writes a test file of the same size, at most 4 MB, to find out whether the cause still exists.
     */
    @Override
    public @Nullable String diagnose() {
        Failure failure = lastFailure;
        if (failure == null) {
            return null;
        }
        try {
            folder.writeTestFile(failure.bytes());
            lastFailure = null;
            return null;
        } catch (IOException e) {
            return failure.reason();
        }
    }

    @Override
    public void close() {
        folderIndex.close();
    }
}
