package dev.plimsoll.disk;

import dev.plimsoll.store.Demand;
import dev.plimsoll.store.ElapsedTime;
import dev.plimsoll.store.Keep;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.Occupancy;
import dev.plimsoll.store.Shelf;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What is in a store's folder, as one process knows it. The folder is the truth: other processes add and delete, so a snapshot
 * that is not known here is looked for there, times of use are read again before anything is given up, and sums are as of
 * the last look, a minute ago at most. Safe for use by many threads; one lock, under which no content is read or written.
 */
final class Catalogue {

    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);
    private static final Duration LOOK_BEFORE_REFUSING = Duration.ofSeconds(1);

    private final Object lock = new Object();
    private final Shelf<FileKept> shelf = new Shelf<>();
    private final StoreFolder folder;
    private final SnapshotFiles files;
    private final Limits limits;
    private final ElapsedTime time;
    private @Nullable Long lookedAt;
    private boolean closed;

    Catalogue(StoreFolder folder, Limits limits, InstantSource clock, Consumer<String> complaints) {
        this.folder = folder;
        this.files = new SnapshotFiles(folder, this::setAside, complaints);
        this.limits = limits;
        this.time = new ElapsedTime(clock);
    }

    /** The right to keep one more, under this id, once it is written. */
    record Ticket(SnapshotId id, Instant takenAt, long now, File draft) {}

    Ticket admit(RandomGenerator ids) throws IOException {
        synchronized (lock) {
            requireOpen();
            long now = tick();
            SnapshotId id = SnapshotId.random(ids);
            requireFree(id);
            return new Ticket(id, time.reading(), now, files.draft());
        }
    }

    /** Makes room, gives the draft its name, and knows it from here on. */
    Snapshot enter(Ticket ticket, Keep keep, Head.Placed placed) throws IOException {
        long millis = Math.max(0, ticket.takenAt.toEpochMilli());
        ticket.draft.setLastModified(millis);
        try {
            synchronized (lock) {
                requireOpen();
                requireFree(ticket.id);
                Demand demand = new Demand(keep.origin().caller(), placed.fileBytes(), 1, null);
                demand.requirePossible(limits);
                makeRoom(demand, tick());
                File file = folder.snapshot(ticket.id);
                Files.move(ticket.draft.toPath(), file.toPath(), StandardCopyOption.ATOMIC_MOVE);
                FileKept kept = new FileKept(
                        files.blocks(file, placed), Lifetime.of(keep, ticket.now), placed.fileBytes(), 0, millis);
                shelf.add(kept);
                return kept.snapshot();
            }
        } finally {
            files.sweep();
        }
    }

    @Nullable Snapshot find(SnapshotId id) {
        try {
            synchronized (lock) {
                FileKept kept = current(id);
                if (kept == null) {
                    return null;
                }
                shelf.use(kept, time.now());
                if (!kept.touch(time.reading().toEpochMilli())) {
                    shelf.remove(kept);
                    return null;
                }
                return kept.snapshot();
            }
        } finally {
            files.sweep();
        }
    }

    /** A snapshot that is there, without using it. */
    @Nullable FileKept lookUp(SnapshotId id) {
        try {
            synchronized (lock) {
                return current(id);
            }
        } finally {
            files.sweep();
        }
    }

    /** Room for more views. */
    void reserve(FileKept kept, long bytes) {
        try {
            synchronized (lock) {
                long now = tick();
                requireThere(kept);
                makeRoom(new Demand(kept.caller(), bytes, 0, kept), now);
                requireThere(kept);
                charge(kept, kept.viewBytes() + bytes);
            }
        } finally {
            files.sweep();
        }
    }

    /** What the views really need, once they are written. */
    void settle(FileKept kept, long bytes) {
        synchronized (lock) {
            if (shelf.get(kept.id()) == kept) {
                charge(kept, bytes);
            } else if (!folder.snapshot(kept.id()).exists()) {
                folder.views(kept.id()).delete(); // it was given up meanwhile
                throw gone();
            }
        }
    }

    private void requireThere(FileKept kept) {
        if (shelf.get(kept.id()) != kept) {
            throw gone();
        }
    }

    private void charge(FileKept kept, long viewBytes) {
        shelf.grow(kept, viewBytes - kept.viewBytes());
        kept.viewBytes(viewBytes);
    }

    void forget(SnapshotId id) {
        try {
            synchronized (lock) {
                if (closed) {
                    return;
                }
                FileKept kept = shelf.get(id);
                if (kept != null) {
                    shelf.remove(kept);
                }
                files.delete(id);
            }
        } finally {
            files.sweep();
        }
    }

    Occupancy occupancy() {
        try {
            synchronized (lock) {
                if (!closed) {
                    long now = tick();
                    lookIfOlderThan(LOOK_AGAIN, now);
                }
                return new Occupancy(shelf.size(), shelf.bytes(), limits.maxBytes());
            }
        } finally {
            files.sweep();
        }
    }

    /** Gives up, on a disk that is full, what nobody has used for long; false if there is nothing. */
    boolean giveUpIdle(long bytes) {
        try {
            synchronized (lock) {
                long now = tick();
                look(now);
                long before = shelf.bytes();
                while (shelf.bytes() > 0 && before - shelf.bytes() < bytes) {
                    FileKept oldest = shelf.byUse().iterator().next();
                    if (!changedByOthers(oldest, now) && oldest.usedAt() > idleSince(now)) {
                        break;
                    }
                    giveUp(oldest);
                }
                return shelf.bytes() < before;
            }
        } finally {
            files.sweep();
        }
    }

    /** Makes the folder anew if it was deleted; false if that is not what failed. */
    boolean remake(IOException failed) throws IOException {
        if (!Trouble.missing(failed)) {
            return false;
        }
        synchronized (lock) {
            files.remake();
            return true;
        }
    }

    /** Takes a damaged file out of the way; nobody is served from it again. */
    void setAside(SnapshotId id) {
        synchronized (lock) {
            FileKept kept = shelf.get(id);
            if (kept != null) {
                shelf.remove(kept);
            }
            files.setAside(id, time.reading());
        }
    }

    void close() {
        synchronized (lock) {
            closed = true;
            shelf.clear();
            files.close();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new StoreException(Reason.FAILED, "the store is closed");
        }
    }

    private void requireFree(SnapshotId id) {
        if (shelf.get(id) != null || folder.snapshot(id).exists()) {
            throw new StoreException(Reason.FAILED, "the source of ids repeats itself");
        }
    }

    private @Nullable FileKept current(SnapshotId id) {
        if (closed) {
            return null;
        }
        long now = tick();
        FileKept kept = shelf.get(id);
        return kept != null ? kept : adopt(id, now);
    }

    /** The time now, with everything that has expired by then taken away. */
    private long tick() {
        long now = time.now();
        for (FileKept over = shelf.expired(now); over != null; over = shelf.expired(now)) {
            if (!changedByOthers(over, now)) {
                giveUp(over);
            }
        }
        return now;
    }

    private void makeRoom(Demand demand, long now) {
        lookIfOlderThan(LOOK_AGAIN, now);
        Set<FileKept> victims = victims(demand, now);
        while (changed(victims, now)) {
            victims = victims(demand, now);
        }
        victims.forEach(this::giveUp);
    }

    private Set<FileKept> victims(Demand demand, long now) {
        try {
            return demand.victims(shelf, limits, idleSince(now));
        } catch (StoreException full) {
            if (!lookIfOlderThan(LOOK_BEFORE_REFUSING, now)) {
                throw full;
            }
            return demand.victims(shelf, limits, idleSince(now));
        }
    }

    private static long idleSince(long now) {
        return now - Limits.PROTECTED.toNanos();
    }

    private boolean changed(Set<FileKept> all, long now) {
        boolean changed = false;
        for (FileKept kept : all) {
            changed |= changedByOthers(kept, now);
        }
        return changed;
    }

    /** Whether another process has used or deleted it since it was last seen; then that is known from here on. */
    private boolean changedByOthers(FileKept kept, long now) {
        long touched = kept.touchedByOthers();
        if (touched > 0) {
            shelf.use(kept, now - SnapshotFiles.age(time.reading(), touched));
        } else if (touched == 0) {
            shelf.remove(kept);
        }
        return touched >= 0;
    }

    private void giveUp(FileKept kept) {
        if (shelf.get(kept.id()) == kept) {
            shelf.remove(kept);
            files.delete(kept.id());
        }
    }

    private boolean lookIfOlderThan(Duration age, long now) {
        if (lookedAt != null && now - lookedAt < age.toNanos()) {
            return false;
        }
        look(now);
        return true;
    }

    /** Reads the heads of files that are new, and drops what is there no more. */
    private void look(long now) {
        lookedAt = now;
        List<String> names = folder.names();
        Set<SnapshotId> there = new HashSet<>();
        for (String name : names) {
            SnapshotId id = StoreFolder.id(name, StoreFolder.SNAPSHOT);
            if (id != null) {
                there.add(id);
                if (shelf.get(id) == null && !files.leavesAlone(id)) {
                    adopt(id, now);
                }
            }
        }
        Set<FileKept> missing = new HashSet<>();
        shelf.byUse().forEach(kept -> {
            if (!there.contains(kept.id())) {
                missing.add(kept);
            }
        });
        missing.forEach(shelf::remove);
        files.tidy(names, there, time.reading());
    }

    /** Takes a file in that this process did not know. */
    private @Nullable FileKept adopt(SnapshotId id, long now) {
        FileKept kept = files.load(id, now, time.reading());
        if (kept == null) {
            return null;
        }
        if (kept.expiry() <= now) {
            files.delete(id);
            return null;
        }
        shelf.add(kept);
        return kept;
    }

    static StoreException gone() {
        return new StoreException(Reason.GONE, "the snapshot is unknown, expired or forgotten");
    }
}
