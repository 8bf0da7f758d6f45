package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Demand;
import dev.plimsoll.store.Keep;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.Occupancy;
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

    private final Catalogue catalogue;
    private final StoreFolder folder;
    private final Limits limits;
    private final RandomGenerator ids;
    private final ViewDesk views;
    private final boolean lasting;
    private volatile @Nullable Failure failure;

    /**
     * The last result was not written.
     *
     * @param bytes how large it was
     */
    private record Failure(String why, long bytes) {}

    DiskStore(Catalogue catalogue, StoreFolder folder, Limits limits, RandomGenerator ids, boolean lasting) {
        this.catalogue = catalogue;
        this.folder = folder;
        this.limits = limits;
        this.ids = ids;
        this.views = new ViewDesk(catalogue, folder, lasting);
        this.lasting = lasting;
    }

    /**
     * Opens the store in a folder of its own, or makes one. Looks at no snapshot yet.
     *
     * @param ids where ids come from: a {@link java.security.SecureRandom} outside of tests
     * @throws StoreException when the folder cannot be used, or holds what a newer version wrote
     */
    public static DiskStore open(Path dir, Limits limits, InstantSource clock, RandomGenerator ids) {
        return open(dir, limits, clock, ids, complaint -> {});
    }

    /**
     * The same, told of files that were found damaged.
     *
     * @param complaints takes a sentence for people each time
     */
    public static DiskStore open(
            Path dir, Limits limits, InstantSource clock, RandomGenerator ids, Consumer<String> complaints) {
        StoreFolder folder = StoreFolder.open(dir);
        return new DiskStore(new Catalogue(folder, limits, clock, complaints), folder, limits, ids, true);
    }

    @Override
    public Snapshot keep(Keep keep) {
        try {
            Snapshot kept = write(keep);
            failure = null;
            return kept;
        } catch (IOException e) {
            StoreException why = Trouble.writing(e, folder.path());
            failure = new Failure(String.valueOf(why.getMessage()), bytes(keep));
            throw why;
        }
    }

    private Snapshot write(Keep keep) throws IOException {
        try {
            return tryKeep(keep);
        } catch (IOException e) {
            return keepAgain(keep, e);
        }
    }

    /** Once more, if something could be done about it. */
    private Snapshot keepAgain(Keep keep, IOException failed) throws IOException {
        if (Trouble.full(failed) ? catalogue.giveUpIdle(bytes(keep)) : catalogue.remake(failed)) {
            return tryKeep(keep);
        }
        throw failed;
    }

    private Snapshot tryKeep(Keep keep) throws IOException {
        Catalogue.Ticket ticket = catalogue.admit(ids);
        Head head = Head.of(keep, ticket.id(), ticket.takenAt());
        File draft = ticket.draft();
        try {
            StoreFolder.create(draft.toPath());
            long bytes = BlockWriter.write(draft, head, keep.segments(), most(), lasting);
            return catalogue.enter(ticket, keep, new Head.Placed(head, head.encodedLength(), bytes));
        } catch (BlockWriter.TooLargeException e) {
            new Demand(keep.origin().caller(), BlockWriter.bound(head), 1, null).requirePossible(limits);
            throw e;
        } finally {
            draft.delete();
        }
    }

    private static long bytes(Keep keep) {
        return keep.segments().stream().mapToLong(Slice::length).sum();
    }

    private long most() {
        return Math.min(limits.maxBytes(), limits.maxBytesPerCaller());
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        return catalogue.find(id);
    }

    @Override
    public int view(SnapshotId id, Slice view) {
        try {
            return views.number(id, view);
        } catch (DamagedException e) {
            catalogue.setAside(id);
            throw new StoreException(Reason.GONE, "the snapshot's views are damaged");
        } catch (IOException e) {
            throw Trouble.writing(e, folder.path());
        }
    }

    @Override
    public @Nullable Slice view(SnapshotId id, int number) {
        try {
            return views.view(id, number);
        } catch (DamagedException e) {
            catalogue.setAside(id);
            return null;
        } catch (IOException e) {
            throw Trouble.reading(e, folder.views(id));
        }
    }

    @Override
    public void forget(SnapshotId id) {
        catalogue.forget(id);
    }

    @Override
    public Occupancy occupancy() {
        return catalogue.occupancy();
    }

    @Override
    public String describe() {
        return "disk, " + Size.inWords(limits.maxBytes());
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
        catalogue.close();
    }
}
