package dev.plimsoll.gateway.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PooledStoreTest {

    private static final int RESULT_BYTES = 100_000;

    private final FakeClock clock = new FakeClock();
    private final FairPool pool = new FairPool("results", 1_000_000);

    private PooledStore createStore(String session) {
        StoreLimits limits = new StoreLimits(100_000_000, 100_000_000, 1_000);
        return new PooledStore(SnapshotStore.inMemory(limits, clock, new Random(1)), pool.createInner(session));
    }

    private static Snapshot save(PooledStore store) {
        SnapshotOrigin origin = new SnapshotOrigin("ann", "main", "get", "read", "");
        Duration ttl = Duration.ofMinutes(30);
        return store.save(new SaveRequest(origin, Slice.of(""), List.of(Slice.of(new byte[RESULT_BYTES])), ttl, ttl));
    }

    /** Saves results until one is refused, and returns their number. */
    private static int saveUntilRefused(PooledStore store) {
        for (int count = 0; count < 100; count++) {
            try {
                save(store);
            } catch (StoreException e) {
                assertThat(e.reason()).isIn(Reason.FULL, Reason.CALLER_FULL);
                return count;
            }
        }
        return 100;
    }

    @Test
    void oneSessionCannotFillThePool() {
        try (PooledStore ada = createStore("ada");
                PooledStore ben = createStore("ben")) {
            assertThat(saveUntilRefused(ada)).isEqualTo(8);
            assertThatThrownBy(() -> save(ada)).hasMessageContaining("no memory for the result");
            assertThat(saveUntilRefused(ben)).isEqualTo(1);
            assertThat(pool.used()).isGreaterThanOrEqualTo(9 * RESULT_BYTES);
        }
        assertThat(pool.used()).isZero();
    }

    @Test
    void expiredAndRemovedResultsReleaseMemory() {
        try (PooledStore ada = createStore("ada")) {
            Snapshot first = save(ada);
            assertThat(saveUntilRefused(ada)).isEqualTo(7);
            ada.remove(first.id());
            assertThat(saveUntilRefused(ada)).isEqualTo(1);
            clock.advance(Duration.ofHours(1));
            assertThat(saveUntilRefused(ada)).isEqualTo(8);
        }
    }

    @Test
    void storeReachesItsOwnLimitBeforeThePoolIsFull(@TempDir Path folder) {
        Configuration configuration = Configuration.defaults(folder, StoreConfig.Type.MEMORY);
        long limit = pool.usage().limit();
        try (PooledStore ada =
                new PooledStore(StoreFactory.inMemory(configuration, false, limit), pool.createInner("ada"))) {
            assertThat(saveUntilRefused(ada)).isEqualTo(4);
            assertThatThrownBy(() -> save(ada))
                    .asInstanceOf(InstanceOfAssertFactories.type(StoreException.class))
                    .extracting(StoreException::reason)
                    .as("above this size, the store evicts older results")
                    .isEqualTo(Reason.CALLER_FULL);
            assertThat(pool.used()).isBetween(4L * RESULT_BYTES, limit / 2);
        }
    }
}
