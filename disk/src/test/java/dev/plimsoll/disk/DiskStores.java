package dev.plimsoll.disk;

import dev.plimsoll.store.Limits;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Stores for tests. */
final class DiskStores {

    private DiskStores() {}

    /** One that does not wait for the disk: thousands of files stay quick. */
    static DiskStore quick(Path folder, Limits limits, InstantSource clock, RandomGenerator ids) {
        StoreFolder opened = StoreFolder.open(folder);
        return new DiskStore(new Catalogue(opened, limits, clock, complaint -> {}), opened, limits, ids, false);
    }
}
