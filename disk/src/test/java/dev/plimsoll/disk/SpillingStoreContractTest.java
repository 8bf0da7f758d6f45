package dev.plimsoll.disk;

import dev.plimsoll.store.Limits;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.testkit.SnapshotStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The contract with nothing, with little and with a part in memory. */
class SpillingStoreContractTest {

    @TempDir(factory = InMemoryFolder.class)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Nested
    class WithAllOnDisk extends SnapshotStoreContract {

        @Override
        protected SnapshotStore store(Limits limits, InstantSource clock) {
            return of(limits, 1_000, clock);
        }
    }

    @Nested
    class WithAllInMemory extends SnapshotStoreContract {

        @Override
        protected SnapshotStore store(Limits limits, InstantSource clock) {
            return of(limits, limits.maxBytes(), clock);
        }
    }

    @Nested
    class WithSmallThingsInMemory extends SnapshotStoreContract {

        @Override
        protected SnapshotStore store(Limits limits, InstantSource clock) {
            return of(limits, Math.min(40_000, limits.maxBytes() / 4), clock);
        }
    }

    private SnapshotStore of(Limits limits, long memory, InstantSource clock) {
        double part = memory / (double) limits.maxBytes();
        long share = Math.max(1, Math.round(limits.maxBytesPerCaller() * part));
        Limits inMemory = new Limits(memory, share, limits.maxSnapshots());
        return SpillingStore.over(
                inMemory, folder, limits.maxBytes() - memory, clock, new SplittableRandom(limits.maxSnapshots()));
    }
}
