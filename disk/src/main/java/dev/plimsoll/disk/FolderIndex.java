package dev.plimsoll.disk;

import dev.plimsoll.store.ElapsedTime;
import dev.plimsoll.store.ExpiringIndex;
import dev.plimsoll.store.KeepRequest;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreDemand;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.StoreUsage;
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
 * An index of a store's folder in one process. The folder is authoritative, because other processes add and delete files. So an
 * unknown snapshot is looked up in the folder, times of use are read again before an eviction, and totals date from the last
 * scan, at most a minute ago. Thread-safe, with one lock that is never held while snapshot contents are read or written.
 */
final class FolderIndex {

    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);
    private static final Duration LOOK_BEFORE_REFUSING = Duration.ofSeconds(1);

    private final Object lock = new Object();
    private final ExpiringIndex<FileStoreEntry> expiringIndex = new ExpiringIndex<>();
    private final StoreFolder folder;
    private final SnapshotFiles files;
    private final StoreLimits storeLimits;
    private final ElapsedTime time;
    private @Nullable Long lookedAt;
    private boolean closed;

    FolderIndex(StoreFolder folder, StoreLimits storeLimits, InstantSource clock, Consumer<String> warnings) {
        this.folder = folder;
        this.files = new SnapshotFiles(folder, this::setAside, warnings);
        this.storeLimits = storeLimits;
        this.time = new ElapsedTime(clock);
    }

    /** Permission to store one more snapshot under this ID after it is written. */
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

    /** Evicts snapshots if needed, renames the draft to its final name, and adds it to the index. */
    Snapshot enter(Ticket ticket, KeepRequest keepRequest, SnapshotHeader.Placed placed) throws IOException {
        long millis = Math.max(0, ticket.takenAt.toEpochMilli());
        ticket.draft.setLastModified(millis);
        try {
            synchronized (lock) {
                requireOpen();
                requireFree(ticket.id);
                StoreDemand storeDemand = new StoreDemand(keepRequest.origin().caller(), placed.fileBytes(), 1, null);
                storeDemand.requirePossible(storeLimits);
                makeRoom(storeDemand, tick());
                File file = folder.snapshot(ticket.id);
                Files.move(ticket.draft.toPath(), file.toPath(), StandardCopyOption.ATOMIC_MOVE);
                FileStoreEntry entry = new FileStoreEntry(
                        files.blocks(file, placed),
                        Lifetime.of(keepRequest, ticket.now),
                        placed.fileBytes(),
                        0,
                        millis);
                expiringIndex.add(entry);
                return entry.snapshot();
            }
        } finally {
            files.sweep();
        }
    }

    @Nullable Snapshot find(SnapshotId id) {
        try {
            synchronized (lock) {
                FileStoreEntry entry = current(id);
                if (entry == null) {
                    return null;
                }
                expiringIndex.use(entry, time.now());
                if (!entry.touch(time.reading().toEpochMilli())) {
                    expiringIndex.remove(entry);
                    return null;
                }
                return entry.snapshot();
            }
        } finally {
            files.sweep();
        }
    }

    /** Returns the entry of a snapshot without marking it as used, or null if there is none. */
    @Nullable FileStoreEntry lookUp(SnapshotId id) {
        try {
            synchronized (lock) {
                return current(id);
            }
        } finally {
            files.sweep();
        }
    }

    /** Reserves space for more views. */
    void reserve(FileStoreEntry entry, long bytes) {
        try {
            synchronized (lock) {
                long now = tick();
                requireThere(entry);
                makeRoom(new StoreDemand(entry.caller(), bytes, 0, entry), now);
                requireThere(entry);
                charge(entry, entry.viewBytes() + bytes);
            }
        } finally {
            files.sweep();
        }
    }

    /** Corrects the reserved space to the actual size of the written views. */
    void settle(FileStoreEntry entry, long bytes) {
        synchronized (lock) {
            if (expiringIndex.get(entry.id()) == entry) {
                charge(entry, bytes);
            } else if (!folder.snapshot(entry.id()).exists()) {
                folder.views(entry.id()).delete(); // evicted while the views were written
                throw gone();
            }
        }
    }

    private void requireThere(FileStoreEntry entry) {
        if (expiringIndex.get(entry.id()) != entry) {
            throw gone();
        }
    }

    private void charge(FileStoreEntry entry, long viewBytes) {
        expiringIndex.grow(entry, viewBytes - entry.viewBytes());
        entry.viewBytes(viewBytes);
    }

    void forget(SnapshotId id) {
        try {
            synchronized (lock) {
                if (closed) {
                    return;
                }
                FileStoreEntry entry = expiringIndex.get(id);
                if (entry != null) {
                    expiringIndex.remove(entry);
                }
                files.delete(id);
            }
        } finally {
            files.sweep();
        }
    }

    StoreUsage occupancy() {
        try {
            synchronized (lock) {
                if (!closed) {
                    long now = tick();
                    lookIfOlderThan(LOOK_AGAIN, now);
                }
                return new StoreUsage(expiringIndex.size(), expiringIndex.bytes(), storeLimits.maxBytes());
            }
        } finally {
            files.sweep();
        }
    }

    /** Frees space on a full disk by evicting snapshots that have been idle for long. Returns false if there are none. */
    boolean giveUpIdle(long bytes) {
        try {
            synchronized (lock) {
                long now = tick();
                look(now);
                long before = expiringIndex.bytes();
                while (expiringIndex.bytes() > 0 && before - expiringIndex.bytes() < bytes) {
                    FileStoreEntry oldest = expiringIndex.byUse().iterator().next();
                    if (!changedByOthers(oldest, now) && oldest.usedAt() > idleSince(now)) {
                        break;
                    }
                    giveUp(oldest);
                }
                return expiringIndex.bytes() < before;
            }
        } finally {
            files.sweep();
        }
    }

    /** Creates the folder again if it was deleted. Returns false if the failure has another cause. */
    boolean remake(IOException failed) throws IOException {
        if (!DiskErrorText.missing(failed)) {
            return false;
        }
        synchronized (lock) {
            files.remake();
            return true;
        }
    }

    /** Renames a damaged file, so that it is never used again. */
    void setAside(SnapshotId id) {
        synchronized (lock) {
            FileStoreEntry entry = expiringIndex.get(id);
            if (entry != null) {
                expiringIndex.remove(entry);
            }
            files.setAside(id, time.reading());
        }
    }

    void close() {
        synchronized (lock) {
            closed = true;
            expiringIndex.clear();
            files.close();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new StoreException(Reason.FAILED, "the store is closed");
        }
    }

    private void requireFree(SnapshotId id) {
        if (expiringIndex.get(id) != null || folder.snapshot(id).exists()) {
            throw new StoreException(Reason.FAILED, "the ID generator returned a used ID");
        }
    }

    private @Nullable FileStoreEntry current(SnapshotId id) {
        if (closed) {
            return null;
        }
        long now = tick();
        FileStoreEntry entry = expiringIndex.get(id);
        return entry != null ? entry : adopt(id, now);
    }

    /** Returns the current time after removing all expired snapshots. */
    private long tick() {
        long now = time.now();
        for (FileStoreEntry expired = expiringIndex.expired(now); expired != null; expired = expiringIndex.expired(now)) {
            if (!changedByOthers(expired, now)) {
                giveUp(expired);
            }
        }
        return now;
    }

    private void makeRoom(StoreDemand storeDemand, long now) {
        lookIfOlderThan(LOOK_AGAIN, now);
        Set<FileStoreEntry> victims = victims(storeDemand, now);
        while (changed(victims, now)) {
            victims = victims(storeDemand, now);
        }
        victims.forEach(this::giveUp);
    }

    private Set<FileStoreEntry> victims(StoreDemand storeDemand, long now) {
        try {
            return storeDemand.victims(expiringIndex, storeLimits, idleSince(now));
        } catch (StoreException full) {
            if (!lookIfOlderThan(LOOK_BEFORE_REFUSING, now)) {
                throw full;
            }
            return storeDemand.victims(expiringIndex, storeLimits, idleSince(now));
        }
    }

    private static long idleSince(long now) {
        return now - StoreLimits.PROTECTED.toNanos();
    }

    private boolean changed(Set<FileStoreEntry> entries, long now) {
        boolean changed = false;
        for (FileStoreEntry entry : entries) {
            changed |= changedByOthers(entry, now);
        }
        return changed;
    }

    /** Returns whether another process has used or deleted the snapshot since the last check, and updates the index. */
    private boolean changedByOthers(FileStoreEntry entry, long now) {
        long touchedMillis = entry.touchedByOthers();
        if (touchedMillis > 0) {
            expiringIndex.use(entry, now - SnapshotFiles.age(time.reading(), touchedMillis));
        } else if (touchedMillis == 0) {
            expiringIndex.remove(entry);
        }
        return touchedMillis >= 0;
    }

    private void giveUp(FileStoreEntry entry) {
        if (expiringIndex.get(entry.id()) == entry) {
            expiringIndex.remove(entry);
            files.delete(entry.id());
        }
    }

    private boolean lookIfOlderThan(Duration age, long now) {
        if (lookedAt != null && now - lookedAt < age.toNanos()) {
            return false;
        }
        look(now);
        return true;
    }

    /** Adds the snapshots of new files to the index, and drops those whose files no longer exist. */
    private void look(long now) {
        lookedAt = now;
        List<String> names = folder.names();
        Set<SnapshotId> present = new HashSet<>();
        for (String name : names) {
            SnapshotId id = StoreFolder.id(name, StoreFolder.SNAPSHOT);
            if (id != null) {
                present.add(id);
                if (expiringIndex.get(id) == null && !files.leavesAlone(id)) {
                    adopt(id, now);
                }
            }
        }
        Set<FileStoreEntry> missing = new HashSet<>();
        expiringIndex.byUse().forEach(entry -> {
            if (!present.contains(entry.id())) {
                missing.add(entry);
            }
        });
        missing.forEach(expiringIndex::remove);
        files.tidy(names, present, time.reading());
    }

    /** Adds a file that this process does not know yet. Returns null if it is unusable or expired. */
    private @Nullable FileStoreEntry adopt(SnapshotId id, long now) {
        FileStoreEntry entry = files.load(id, now, time.reading());
        if (entry == null) {
            return null;
        }
        if (entry.expiry() <= now) {
            files.delete(id);
            return null;
        }
        expiringIndex.add(entry);
        return entry;
    }

    static StoreException gone() {
        return new StoreException(Reason.GONE, "the snapshot is unknown, expired, or removed");
    }
}
