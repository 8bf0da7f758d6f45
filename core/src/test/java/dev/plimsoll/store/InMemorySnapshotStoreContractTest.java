package dev.plimsoll.store;

import dev.plimsoll.testkit.SnapshotStoreContract;
import java.time.InstantSource;
import java.util.SplittableRandom;

class InMemorySnapshotStoreContractTest extends SnapshotStoreContract {

    @Override
    protected SnapshotStore store(StoreLimits storeLimits, InstantSource clock) {
        return SnapshotStore.inMemory(storeLimits, clock, new SplittableRandom(7));
    }
}
