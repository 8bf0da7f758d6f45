package dev.plimsoll.disk;

import dev.plimsoll.store.ElapsedTime;
import dev.plimsoll.store.ExpiringIndex;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.SaveRequest;
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
 * Index of a store's folder in one process. Other processes add and delete files, so the index can be
 * outdated. Therefore a snapshot that is not in the index is looked up in the folder, and times of use are
 * read again before an eviction. Totals are those of the last scan of the folder, which is at most a minute old.
 * Thread-safe, with one lock that is never held while snapshot contents are read or written.
 */
final class FolderIndex {

    private static final Duration SCAN_INTERVAL = Duration.ofMinutes(1);
    private static final Duration REFUSAL_SCAN_INTERVAL = Duration.ofSeconds(1);

    private final Object lock = new Object();
    private final ExpiringIndex<FileStoreEntry> expiringIndex = new ExpiringIndex<>();
    private final StoreFolder folder;
    private final SnapshotFiles files;
    private final StoreLimits storeLimits;
    private final ElapsedTime time;
    private @Nullable Long scannedAt;
    private boolean isClosed;

    FolderIndex(StoreFolder folder, StoreLimits storeLimits, InstantSource clock, Consumer<String> warnings) {
        this.folder = folder;
        this.files = new SnapshotFiles(folder, this::quarantine, warnings);
        this.storeLimits = storeLimits;
        this.time = new ElapsedTime(clock);
    }

    /** Snapshot that is being written: its future ID, its times, and its temporary file. */
    record Reservation(SnapshotId id, Instant takenAt, long reservedAt, File draft) {}

    Reservation prepare(RandomGenerator idGenerator) throws IOException {
        synchronized (lock) {
            requireOpen();
            long now = removeExpired();
            SnapshotId id = SnapshotId.random(idGenerator);
            requireUnused(id);
            return new Reservation(id, time.lastInstant(), now, files.draftFile());
        }
    }

    /** Evicts snapshots if needed, renames the draft to its final name, and adds it to the index. */
    Snapshot publish(Reservation reservation, SaveRequest saveRequest, SnapshotHeader.StoredHeader storedHeader)
            throws IOException {
        long millis = Math.max(0, reservation.takenAt.toEpochMilli());
        reservation.draft.setLastModified(millis);
        try {
            synchronized (lock) {
                requireOpen();
                requireUnused(reservation.id);
                StoreDemand storeDemand =
                        new StoreDemand(saveRequest.origin().holder(), storedHeader.fileBytes(), 1, null);
                storeDemand.requireFitsEmptyStore(storeLimits);
                evictForSpace(storeDemand, removeExpired());
                File file = folder.snapshotFile(reservation.id);
                Files.move(reservation.draft.toPath(), file.toPath(), StandardCopyOption.ATOMIC_MOVE);
                FileStoreEntry entry = new FileStoreEntry(
                        files.blockFile(file, storedHeader),
                        Lifetime.of(saveRequest, reservation.reservedAt),
                        storedHeader.fileBytes(),
                        0,
                        millis);
                expiringIndex.add(entry);
                return entry.snapshot();
            }
        } finally {
            files.deletePending();
        }
    }

    @Nullable Snapshot find(SnapshotId id) {
        try {
            synchronized (lock) {
                FileStoreEntry entry = findOrLoad(id);
                if (entry == null) {
                    return null;
                }
                expiringIndex.recordUse(entry, time.now());
                if (!entry.touch(time.lastInstant().toEpochMilli())) {
                    expiringIndex.remove(entry);
                    return null;
                }
                return entry.snapshot();
            }
        } finally {
            files.deletePending();
        }
    }

    /** Returns the entry of a snapshot, or null if there is none. Does not count as a use of the snapshot. */
    @Nullable FileStoreEntry findEntry(SnapshotId id) {
        try {
            synchronized (lock) {
                return findOrLoad(id);
            }
        } finally {
            files.deletePending();
        }
    }

    /** Reserves space for more views of a snapshot. Evicts other snapshots if needed. */
    void reserveViewBytes(FileStoreEntry entry, long bytes) {
        try {
            synchronized (lock) {
                long now = removeExpired();
                requirePresent(entry);
                evictForSpace(new StoreDemand(entry.holder(), bytes, 0, entry), now);
                requirePresent(entry);
                setViewBytes(entry, entry.viewBytes() + bytes);
            }
        } finally {
            files.deletePending();
        }
    }

    /** Corrects the reserved space to the actual size of the written views. */
    void correctViewBytes(FileStoreEntry entry, long bytes) {
        synchronized (lock) {
            if (expiringIndex.find(entry.id()) == entry) {
                setViewBytes(entry, bytes);
            } else if (!folder.snapshotFile(entry.id()).exists()) {
                folder.viewsFile(entry.id()).delete(); // evicted while the views were written
                throw notFound();
            }
        }
    }

    private void requirePresent(FileStoreEntry entry) {
        if (expiringIndex.find(entry.id()) != entry) {
            throw notFound();
        }
    }

    private void setViewBytes(FileStoreEntry entry, long viewBytes) {
        expiringIndex.addBytesTo(entry, viewBytes - entry.viewBytes());
        entry.setViewBytes(viewBytes);
    }

    void remove(SnapshotId id) {
        try {
            synchronized (lock) {
                if (isClosed) {
                    return;
                }
                FileStoreEntry entry = expiringIndex.find(id);
                if (entry != null) {
                    expiringIndex.remove(entry);
                }
                files.delete(id);
            }
        } finally {
            files.deletePending();
        }
    }

    StoreUsage usage() {
        try {
            synchronized (lock) {
                if (!isClosed) {
                    long now = removeExpired();
                    scanIfOlderThan(SCAN_INTERVAL, now);
                }
                return new StoreUsage(expiringIndex.size(), expiringIndex.bytes(), storeLimits.maxBytes());
            }
        } finally {
            files.deletePending();
        }
    }

    /**
     * Frees space on a full disk by evicting snapshots that have been idle for long. Returns false if there are none.
     */
    boolean evictIdle(long bytes) {
        try {
            synchronized (lock) {
                long now = removeExpired();
                scan(now);
                long bytesBefore = expiringIndex.bytes();
                while (expiringIndex.bytes() > 0 && bytesBefore - expiringIndex.bytes() < bytes) {
                    FileStoreEntry oldest = expiringIndex.byUse().iterator().next();
                    if (updateIfTouched(oldest, now)) {
                        continue; // the order has changed; ends, because each repetition requires another use
                    }
                    if (oldest.usedAt() > idleSince(now)) {
                        break;
                    }
                    evict(oldest);
                }
                return expiringIndex.bytes() < bytesBefore;
            }
        } finally {
            files.deletePending();
        }
    }

    /** Creates the folder again if it was deleted. Returns false if the failure has another cause. */
    boolean recreateFolder(IOException failure) throws IOException {
        if (!DiskErrorText.isMissing(failure)) {
            return false;
        }
        synchronized (lock) {
            files.recreateFolder();
            return true;
        }
    }

    /** Renames a damaged file, so that it is never used again. */
    void quarantine(SnapshotId id) {
        synchronized (lock) {
            FileStoreEntry entry = expiringIndex.find(id);
            if (entry != null) {
                expiringIndex.remove(entry);
            }
            files.quarantine(id, time.lastInstant());
        }
    }

    void close() {
        synchronized (lock) {
            isClosed = true;
            expiringIndex.clear();
            files.close();
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new StoreException(Reason.FAILED, "the store is closed");
        }
    }

    private void requireUnused(SnapshotId id) {
        if (expiringIndex.find(id) != null || folder.snapshotFile(id).exists()) {
            throw new StoreException(Reason.FAILED, "the ID generator returned a used ID");
        }
    }

    private @Nullable FileStoreEntry findOrLoad(SnapshotId id) {
        if (isClosed) {
            return null;
        }
        long now = removeExpired();
        FileStoreEntry entry = expiringIndex.find(id);
        return entry != null ? entry : loadFromFile(id, now);
    }

    /** Returns the current time after removing all expired snapshots. */
    private long removeExpired() {
        long now = time.now();
        for (FileStoreEntry expired = expiringIndex.findExpired(now);
                expired != null;
                expired = expiringIndex.findExpired(now)) {
            if (!updateIfTouched(expired, now)) {
                evict(expired);
            }
        }
        return now;
    }

    private void evictForSpace(StoreDemand storeDemand, long now) {
        scanIfOlderThan(SCAN_INTERVAL, now);
        Set<FileStoreEntry> victims = selectVictims(storeDemand, now);
        while (updateAnyTouched(victims, now)) {
            victims = selectVictims(storeDemand, now);
        }
        victims.forEach(this::evict);
    }

    private Set<FileStoreEntry> selectVictims(StoreDemand storeDemand, long now) {
        try {
            return storeDemand.selectVictims(expiringIndex, storeLimits, idleSince(now));
        } catch (StoreException full) {
            if (!scanIfOlderThan(REFUSAL_SCAN_INTERVAL, now)) {
                throw full;
            }
            return storeDemand.selectVictims(expiringIndex, storeLimits, idleSince(now));
        }
    }

    private static long idleSince(long now) {
        return now - StoreLimits.PROTECTION_TIME.toNanos();
    }

    private boolean updateAnyTouched(Set<FileStoreEntry> entries, long now) {
        boolean hasChanged = false;
        for (FileStoreEntry entry : entries) {
            hasChanged |= updateIfTouched(entry, now);
        }
        return hasChanged;
    }

    /** Updates the index if another process has used or deleted a snapshot since the last check. Returns false if not. */
    private boolean updateIfTouched(FileStoreEntry entry, long now) {
        long modifiedMillis = entry.findModifiedMillisByOtherProcess();
        if (modifiedMillis > 0) {
            expiringIndex.recordUse(entry, now - SnapshotFiles.nanosBetween(modifiedMillis, time.lastInstant()));
        } else if (modifiedMillis == 0) {
            expiringIndex.remove(entry);
        }
        return modifiedMillis >= 0;
    }

    private void evict(FileStoreEntry entry) {
        if (expiringIndex.find(entry.id()) == entry) {
            expiringIndex.remove(entry);
            files.delete(entry.id());
        }
    }

    private boolean scanIfOlderThan(Duration age, long now) {
        if (scannedAt != null && now - scannedAt < age.toNanos()) {
            return false;
        }
        scan(now);
        return true;
    }

    /** Adds the snapshots of new files to the index, and drops those whose files no longer exist. */
    private void scan(long now) {
        scannedAt = now;
        List<String> names = folder.names();
        Set<SnapshotId> existingIds = new HashSet<>();
        for (String name : names) {
            SnapshotId id = StoreFolder.parseId(name, StoreFolder.SNAPSHOT_SUFFIX);
            if (id != null) {
                existingIds.add(id);
                if (expiringIndex.find(id) == null && !files.isNewer(id)) {
                    loadFromFile(id, now);
                }
            }
        }
        Set<FileStoreEntry> missing = new HashSet<>();
        expiringIndex.byUse().forEach(entry -> {
            if (!existingIds.contains(entry.id())) {
                missing.add(entry);
            }
        });
        missing.forEach(expiringIndex::remove);
        files.cleanUp(names, existingIds, time.lastInstant());
    }

    /** Adds a file that is not in the index yet. Returns null if the file cannot be used or has expired. */
    private @Nullable FileStoreEntry loadFromFile(SnapshotId id, long now) {
        FileStoreEntry entry = files.load(id, now, time.lastInstant());
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

    static StoreException notFound() {
        return new StoreException(Reason.GONE, "the snapshot is unknown, expired, or removed");
    }
}
