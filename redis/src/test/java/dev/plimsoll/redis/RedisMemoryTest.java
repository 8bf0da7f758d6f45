package dev.plimsoll.redis;

import static dev.plimsoll.redis.RedisStoreFixture.assertBytes;
import static dev.plimsoll.redis.RedisStoreFixture.save;
import static dev.plimsoll.redis.RedisStoreFixture.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import dev.plimsoll.testkit.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a Redis server that has less memory than the store may use. */
class RedisMemoryTest {

    @Test
    void readsAndRemovesWhenRedisIsFull(@TempDir Path folder) throws IOException {
        try (RedisServer server = RedisServer.start(folder, "--maxmemory", "20mb");
                RedisStore store = store(server)) {
            Map<SnapshotId, Slice> stored = new HashMap<>();
            StoreException refused = fill(store, stored);
            assertThat(refused.reason()).isEqualTo(Reason.FULL);
            assertThat(refused).hasMessageContaining("maxmemory");
            assertThat(stored).hasSizeGreaterThan(5);
            assertThat(store.diagnose()).as("Redis is full but reachable").isNull();
            stored.forEach((id, bytes) -> {
                assertBytes(store.find(id), bytes);
                assertThat(store.addView(id, Slice.of("view"))).isZero();
            });
            assertThat(store.usage().snapshots()).isEqualTo(stored.size());
            stored.keySet().stream().limit(3).forEach(store::remove);
            save(store, RedisStoreFixture.bytes(99, 1_000_000));
        }
    }

    @Test
    void evictsIdleSnapshotsWhenRedisIsFull(@TempDir Path folder) throws IOException {
        FakeClock clock = new FakeClock();
        try (RedisServer server = RedisServer.start(folder, "--maxmemory", "20mb");
                RedisStore store = new RedisStore(
                        RedisSettings.of(server.url()),
                        RedisStoreFixture.LARGE_LIMITS,
                        clock,
                        new SplittableRandom(1))) {
            SnapshotId first = save(store, RedisStoreFixture.bytes(100, 1_000_000));
            clock.advance(Duration.ofMinutes(1));
            Map<SnapshotId, Slice> stored = new HashMap<>();
            fill(store, stored);
            clock.advance(StoreLimits.PROTECTION_TIME.minusMinutes(1));
            Slice bytes = RedisStoreFixture.bytes(101, 950_000);
            assertBytes(store.find(save(store, bytes)), bytes);
            assertThat(store.find(first))
                    .as("the snapshot that has been idle for longest")
                    .isNull();
            stored.forEach((id, payload) -> assertBytes(store.find(id), payload));
        }
    }

    @Test
    void neverServesWrongBytesWhenRedisEvictsKeys(@TempDir Path folder) throws IOException {
        try (RedisServer server =
                        RedisServer.start(folder, "--maxmemory", "20mb", "--maxmemory-policy", "allkeys-random");
                RedisStore store = store(server)) {
            Map<SnapshotId, Slice> stored = new HashMap<>();
            for (int i = 0; i < 100; i++) {
                Slice bytes = RedisStoreFixture.bytes(i, 1_000_000);
                stored.put(save(store, bytes), bytes);
            }
            stored.forEach((id, bytes) -> {
                Snapshot found = store.find(id);
                if (found != null) {
                    assertCompleteOrGone(found, bytes);
                }
            });
        }
    }

    private static void assertCompleteOrGone(Snapshot found, Slice bytes) {
        try {
            assertBytes(found, bytes);
        } catch (StoreException e) {
            assertThat(e.reason()).isEqualTo(Reason.GONE);
        }
    }

    private static StoreException fill(RedisStore store, Map<SnapshotId, Slice> stored) {
        for (int i = 0; i < 100; i++) {
            Slice bytes = RedisStoreFixture.bytes(i, 1_000_000);
            try {
                stored.put(save(store, bytes), bytes);
            } catch (StoreException e) {
                return e;
            }
        }
        throw new AssertionError("100 MB fit 20 MB");
    }
}
