package dev.plimsoll.disk;

import dev.plimsoll.store.StoreLimits;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Stores for tests. */
final class DiskStores {

    private DiskStores() {}

    /** One that does not wait for the disk: thousands of files stay quick. */
    static DiskStore quick(Path folder, StoreLimits storeLimits, InstantSource clock, RandomGenerator ids) {
        StoreFolder opened = StoreFolder.open(folder);
        return new DiskStore(
                new FolderIndex(opened, storeLimits, clock, complaint -> {}), opened, storeLimits, ids, false);
    }
}
