package dev.plimsoll.disk;

import dev.plimsoll.store.StoreLimits;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Creates stores on disk for tests. */
final class DiskStoreFixture {

    private DiskStoreFixture() {}

    /**
     * Creates a store that does not wait until files are on the disk, so that tests can write thousands of files
     * quickly.
     */
    static DiskStore openWithoutSync(
            Path folder, StoreLimits storeLimits, InstantSource clock, RandomGenerator idGenerator) {
        StoreFolder storeFolder = StoreFolder.open(folder);
        return new DiskStore(
                new FolderIndex(storeFolder, storeLimits, clock, warning -> {}),
                storeFolder,
                storeLimits,
                idGenerator,
                WriteMode.COMPACT);
    }
}
