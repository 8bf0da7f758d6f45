package dev.plimsoll.redis;

import static dev.plimsoll.redis.Kept.assertHolds;
import static dev.plimsoll.redis.Kept.kept;
import static dev.plimsoll.redis.Kept.keptAtLast;
import static dev.plimsoll.redis.Kept.refused;
import static dev.plimsoll.redis.Kept.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.testkit.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a store whose Redis is killed, suspended, or not started yet. A test that runs into the time limit of a minute has
 * found a hang.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class RedisAwayTest {

    @Test
    void servesAsSoonAsRedisIsReachable(@TempDir Path folder) throws Exception {
        RedisServer server = RedisServer.start(folder);
        server.kill();
        try (server;
                RedisStore store = store(server)) {
            assertThat(store.trouble()).as("contacts Redis").contains("Redis does not listen");
            StoreException refused = refused(() -> kept(store, Slice.of("a")));
            assertThat(refused.reason()).isEqualTo(Reason.FAILED);
            assertThat(refused).hasMessageContainingAll("Redis", "127.0.0.1:" + server.port());
            assertThat(store.trouble()).isEqualTo(refused.getMessage());
            assertThat(refused(() -> store.find(new SnapshotId(1, 2))).reason()).isEqualTo(Reason.FAILED);
            assertThat(store.occupancy().snapshots()).isZero();
            server.startAgain();
            SnapshotId id = keptAtLast(store, Slice.of("a"));
            assertHolds(store.find(id), Slice.of("a"));
            assertThat(store.trouble()).isNull();
        }
    }

    @Test
    void survivesARestartOfRedis(@TempDir Path folder) throws Exception {
        try (RedisServer server = RedisServer.start(folder);
                RedisStore store = store(server)) {
            SnapshotId id = kept(store, Slice.of("a"));
            manyAtOnce(store); // opens many connections, which all break later
            server.kill();
            server.startAgain();
            assertThat(store.find(id)).isNull();
            manyAtOnce(store);
        }
    }

    private static void manyAtOnce(RedisStore store) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(12);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int number = i;
                all.add(threads.submit(() -> {
                    Slice bytes = Kept.bytes(number, 10_000);
                    assertHolds(store.find(kept(store, bytes)), bytes);
                }));
            }
            for (Future<?> one : all) {
                one.get(30, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void doesNotHangWhileRedisIsSuspended(@TempDir Path folder) throws Exception {
        try (RedisServer server = RedisServer.start(folder);
                RedisStore store = store(RedisSettings.of(server.url())
                        .withTimeout(Duration.ofMillis(200))
                        .withMaxValueBytes(64 << 20))) {
            SnapshotId id = kept(store, Slice.of("a"));
            server.freeze();
            assertThat(refused(() -> store.find(id))).hasMessageContaining("does not answer in time");
            assertThat(refused(() -> kept(store, Slice.of("b"))).reason()).isEqualTo(Reason.FAILED);
            server.thaw();
            SnapshotId other = keptAtLast(store, Slice.of("b"));
            assertHolds(store.find(other), Slice.of("b"));
            assertHolds(store.find(id), Slice.of("a"));
        }
    }

    @Test
    void doesNotHangInTheMiddleOfAWrite(@TempDir Path folder) throws Exception {
        try (RedisServer server = RedisServer.start(folder);
                RedisCommands redisCommands =
                        new RedisCommands(RedisSettings.of(server.url()).withTimeout(Duration.ofMillis(200)))) {
            Chunks chunks = new Chunks(redisCommands, new RedisKeyNames("test"));
            SnapshotId id = new SnapshotId(1, 2);
            chunks.write(id, List.of(Slice.of("a")), 1024, 60_000);
            server.freeze();
            // more than the buffers between two processes hold
            Slice large = Kept.bytes(1, 64 << 20);
            StoreException refused = refused(() -> chunks.write(id, List.of(large), 64 << 20, 60_000));
            assertThat(refused).hasMessageContaining("does not answer in time");
            server.thaw();
        }
    }

    @Test
    void reportsThatItIsClosed(@TempDir Path folder) throws Exception {
        try (RedisServer server = RedisServer.start(folder)) {
            RedisStore store = store(server);
            store.close();
            assertThat(refused(() -> kept(store, Slice.of("a")))).hasMessage("the store is closed");
        }
    }
}
