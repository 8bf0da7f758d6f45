package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.StoreDemand;
import dev.plimsoll.store.KeepRequest;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.StoreUsage;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A store on disk that survives its process, however that ends: one file for each snapshot, whole or not there at all. Any number
 * of processes may share a folder; each finds what the others have kept.
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
     * The last result was not written.
     *
     * @param bytes how large it was
     */
    private record Failure(String why, long bytes) {}

    DiskStore(FolderIndex folderIndex, StoreFolder folder, StoreLimits storeLimits, RandomGenerator ids, boolean lasting) {
        this.folderIndex = folderIndex;
        this.folder = folder;
        this.storeLimits = storeLimits;
        this.ids = ids;
        this.views = new ViewRegistry(folderIndex, folder, lasting);
        this.lasting = lasting;
    }

    /**
     * Opens the store in a folder of its own, or makes one. Looks at no snapshot yet.
     *
     * @param ids where ids come from: a {@link java.security.SecureRandom} outside of tests
     * @throws StoreException when the folder cannot be used, or holds what a newer version wrote
     */
    public static DiskStore open(Path dir, StoreLimits storeLimits, InstantSource clock, RandomGenerator ids) {
        return open(dir, storeLimits, clock, ids, complaint -> {});
    }

    /**
     * The same, told of files that were found damaged.
     *
     * @param complaints takes a sentence for people each time
     */
    public static DiskStore open(
            Path dir, StoreLimits storeLimits, InstantSource clock, RandomGenerator ids, Consumer<String> complaints) {
        StoreFolder folder = StoreFolder.open(dir);
        return new DiskStore(new FolderIndex(folder, storeLimits, clock, complaints), folder, storeLimits, ids, true);
    }

    @Override
    public Snapshot keep(KeepRequest keepRequest) {
        try {
            Snapshot kept = write(keepRequest);
            failure = null;
            return kept;
        } catch (IOException e) {
            StoreException why = DiskErrorText.writing(e, folder.path());
            failure = new Failure(String.valueOf(why.getMessage()), bytes(keepRequest));
            throw why;
        }
    }

    private Snapshot write(KeepRequest keepRequest) throws IOException {
        try {
            return tryKeep(keepRequest);
        } catch (IOException e) {
            return keepAgain(keepRequest, e);
        }
    }

    /** Once more, if something could be done about it. */
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
            return folderIndex.enter(ticket, keepRequest, new SnapshotHeader.Placed(snapshotHeader, snapshotHeader.encodedLength(), bytes));
        } catch (BlockWriter.TooLargeException e) {
            new StoreDemand(keepRequest.origin().caller(), BlockWriter.bound(snapshotHeader), 1, null).requirePossible(storeLimits);
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

    /** Once writing has failed it is tried anew, with as much as there was to write. */
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
