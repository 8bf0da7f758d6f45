package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.KeepRequest;
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
 * A store on disk that survives a restart or crash of its process. It has one file for each snapshot, either complete or
 * absent. Any number of processes may share a folder; each finds the snapshots of the others.
 */
public final class DiskStore implements SnapshotStore {

    private final FolderIndex folderIndex;
    private final StoreFolder folder;
    private final StoreLimits storeLimits;
    private final RandomGenerator ids;
    private final ViewRegistry views;
    private final boolean lasting;
    private volatile @Nullable Failure failure;

    /**
     * The reason why the last snapshot could not be written.
     *
     * @param bytes the size of the result
     */
    private record Failure(String why, long bytes) {}

    DiskStore(
            FolderIndex folderIndex,
            StoreFolder folder,
            StoreLimits storeLimits,
            RandomGenerator ids,
            boolean durable) {
        this.folderIndex = folderIndex;
        this.folder = folder;
        this.storeLimits = storeLimits;
        this.ids = ids;
        this.views = new ViewRegistry(folderIndex, folder, durable);
        this.lasting = durable;
    }

    /**
     * Opens the store in a folder used for nothing else, or creates the folder. Reads no snapshots yet.
     *
     * @param ids the source of IDs: a {@link java.security.SecureRandom} outside of tests
     * @throws StoreException if the folder is unusable, or was written by a newer version
     */
    public static DiskStore open(Path dir, StoreLimits storeLimits, InstantSource clock, RandomGenerator ids) {
        return open(dir, storeLimits, clock, ids, warning -> {});
    }

    /**
     * Opens the store, like the shorter variant, and reports damaged files.
     *
     * @param warnings receives a message about each damaged file
     */
    public static DiskStore open(
            Path dir, StoreLimits storeLimits, InstantSource clock, RandomGenerator ids, Consumer<String> warnings) {
        StoreFolder folder = StoreFolder.open(dir);
        return new DiskStore(new FolderIndex(folder, storeLimits, clock, warnings), folder, storeLimits, ids, true);
    }

    @Override
    public Snapshot keep(KeepRequest keepRequest) {
        try {
            Snapshot snapshot = write(keepRequest);
            failure = null;
            return snapshot;
        } catch (IOException e) {
            StoreException error = DiskErrorText.writing(e, folder.path());
            failure = new Failure(String.valueOf(error.getMessage()), bytes(keepRequest));
            throw error;
        }
    }

    private Snapshot write(KeepRequest keepRequest) throws IOException {
        try {
            return tryKeep(keepRequest);
        } catch (IOException e) {
            return keepAgain(keepRequest, e);
        }
    }

    /** Tries again if the cause could be removed: a full disk or a missing folder. */
    private Snapshot keepAgain(KeepRequest keepRequest, IOException failed) throws IOException {
        if (DiskErrorText.full(failed) ? folderIndex.giveUpIdle(bytes(keepRequest)) : folderIndex.remake(failed)) {
            return tryKeep(keepRequest);
        }
        throw failed;
    }

    private Snapshot tryKeep(KeepRequest keepRequest) throws IOException {
        FolderIndex.Ticket ticket = folderIndex.admit(ids);
        SnapshotHeader snapshotHeader = SnapshotHeader.of(keepRequest, ticket.id(), ticket.takenAt());
        File draft = ticket.draft();
        try {
            StoreFolder.create(draft.toPath());
            long bytes = BlockWriter.write(draft, snapshotHeader, keepRequest.segments(), most(), lasting);
            return folderIndex.enter(
                    ticket,
                    keepRequest,
                    new SnapshotHeader.Placed(snapshotHeader, snapshotHeader.encodedLength(), bytes));
        } catch (BlockWriter.TooLargeException e) {
            new StoreDemand(keepRequest.origin().caller(), BlockWriter.bound(snapshotHeader), 1, null)
                    .requirePossible(storeLimits);
            throw e;
        } finally {
            draft.delete();
        }
    }

    private static long bytes(KeepRequest keepRequest) {
        return keepRequest.segments().stream().mapToLong(Slice::length).sum();
    }

    private long most() {
        return Math.min(storeLimits.maxBytes(), storeLimits.maxBytesPerCaller());
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        return folderIndex.find(id);
    }

    @Override
    public int view(SnapshotId id, Slice view) {
        try {
            return views.number(id, view);
        } catch (DamagedException e) {
            folderIndex.setAside(id);
            throw new StoreException(Reason.GONE, "the snapshot's views are damaged");
        } catch (IOException e) {
            throw DiskErrorText.writing(e, folder.path());
        }
    }

    @Override
    public @Nullable Slice view(SnapshotId id, int number) {
        try {
            return views.view(id, number);
        } catch (DamagedException e) {
            folderIndex.setAside(id);
            return null;
        } catch (IOException e) {
            throw DiskErrorText.reading(e, folder.views(id));
        }
    }

    @Override
    public void forget(SnapshotId id) {
        folderIndex.forget(id);
    }

    @Override
    public StoreUsage occupancy() {
        return folderIndex.occupancy();
    }

    @Override
    public String describe() {
        return "disk, " + ByteSizeText.inWords(storeLimits.maxBytes());
    }

    /**
     * Returns the current failure, or null if there is none. After a failed write, it first tries to write as many bytes again,
     * up to 4 MB.
     */
    @Override
    public @Nullable String trouble() {
        Failure last = failure;
        if (last == null) {
            return null;
        }
        try {
            folder.tryWriting(last.bytes());
            failure = null;
            return null;
        } catch (IOException e) {
            return last.why();
        }
    }

    @Override
    public void close() {
        folderIndex.close();
    }
}
