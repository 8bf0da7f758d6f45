package dev.plimsoll.disk;

import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.SnapshotStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;

class DiskStoreContractTest extends SnapshotStoreContract {

    @TempDir(factory = InMemoryTempDirFactory.class)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private int storeCount;

    @Override
    protected SnapshotStore store(StoreLimits storeLimits, InstantSource clock) {
        storeCount++;
        return DiskStoreFixture.openWithoutSync(
                folder.resolve("" + storeCount), storeLimits, clock, new SplittableRandom(storeCount));
    }
}
