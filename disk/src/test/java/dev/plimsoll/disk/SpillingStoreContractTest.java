package dev.plimsoll.disk;

import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.SnapshotStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract with all snapshots on disk, with all in memory, and with only the small ones in memory. */
class SpillingStoreContractTest {

    @TempDir(factory = InMemoryTempDirFactory.class)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Nested
    class WithAllOnDisk extends SnapshotStoreContract {

        @Override
        protected SnapshotStore store(StoreLimits storeLimits, InstantSource clock) {
            return createStore(storeLimits, 1_000, clock);
        }
    }

    @Nested
    class WithAllInMemory extends SnapshotStoreContract {

        @Override
        protected SnapshotStore store(StoreLimits storeLimits, InstantSource clock) {
            return createStore(storeLimits, storeLimits.maxBytes(), clock);
        }
    }

    @Nested
    class WithSmallResultsInMemory extends SnapshotStoreContract {

        @Override
        protected SnapshotStore store(StoreLimits storeLimits, InstantSource clock) {
            return createStore(storeLimits, Math.min(40_000, storeLimits.maxBytes() / 4), clock);
        }
    }

    private SnapshotStore createStore(StoreLimits storeLimits, long memory, InstantSource clock) {
        double fraction = memory / (double) storeLimits.maxBytes();
        long callerBytes = Math.max(1, Math.round(storeLimits.maxBytesPerCaller() * fraction));
        StoreLimits memoryLimits =
                new StoreLimits(memory, callerBytes, storeLimits.maxSnapshots(), storeLimits.weights());
        return SpillingStore.create(
                memoryLimits,
                folder,
                storeLimits.maxBytes() - memory,
                clock,
                new SplittableRandom(storeLimits.maxSnapshots()));
    }
}
