package dev.plimsoll.redis;

import static dev.plimsoll.redis.RedisStoreFixture.assertBytes;
import static dev.plimsoll.redis.RedisStoreFixture.save;
import static dev.plimsoll.redis.RedisStoreFixture.saveWhenReachable;
import static dev.plimsoll.redis.RedisStoreFixture.store;
import static dev.plimsoll.redis.RedisStoreFixture.storeError;
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
 * Tests a store whose Redis is killed, suspended, or not started yet. A test that exceeds the limit of one minute
 * has found a hang.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class RedisUnavailableTest {

    @Test
    void servesAsSoonAsRedisIsReachable(@TempDir Path folder) throws Exception {
        RedisServer server = RedisServer.start(folder);
        server.kill();
        try (server;
                RedisStore store = store(server)) {
            assertThat(store.diagnose())
                    .as("the first diagnosis contacts Redis")
                    .contains("Redis refuses the connection");
            StoreException refused = storeError(() -> save(store, Slice.of("a")));
            assertThat(refused.reason()).isEqualTo(Reason.FAILED);
            assertThat(refused).hasMessageContainingAll("Redis", "127.0.0.1:" + server.port());
            assertThat(store.diagnose()).isEqualTo(refused.getMessage());
            assertThat(storeError(() -> store.find(new SnapshotId(1, 2))).reason())
                    .isEqualTo(Reason.FAILED);
            assertThat(store.usage().snapshots()).isZero();
            server.restart();
            SnapshotId id = saveWhenReachable(store, Slice.of("a"));
            assertBytes(store.find(id), Slice.of("a"));
            assertThat(store.diagnose()).isNull();
        }
    }

    @Test
    void survivesARestartOfRedis(@TempDir Path folder) throws Exception {
        try (RedisServer server = RedisServer.start(folder);
                RedisStore store = store(server)) {
            SnapshotId id = save(store, Slice.of("a"));
            saveInParallel(store); // concurrent calls open many connections, which all break when the server is killed
            server.kill();
            server.restart();
            assertThat(store.find(id)).isNull();
            saveInParallel(store);
        }
    }

    private static void saveInParallel(RedisStore store) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(12);
        try {
            List<Future<?>> pendingCalls = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int number = i;
                pendingCalls.add(threads.submit(() -> {
                    Slice bytes = RedisStoreFixture.bytes(number, 10_000);
                    assertBytes(store.find(save(store, bytes)), bytes);
                }));
            }
            for (Future<?> one : pendingCalls) {
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
            SnapshotId id = save(store, Slice.of("a"));
            server.suspend();
            assertThat(storeError(() -> store.find(id))).hasMessageContaining("does not respond in time");
            assertThat(storeError(() -> save(store, Slice.of("b"))).reason()).isEqualTo(Reason.FAILED);
            server.resume();
            SnapshotId other = saveWhenReachable(store, Slice.of("b"));
            assertBytes(store.find(other), Slice.of("b"));
            assertBytes(store.find(id), Slice.of("a"));
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
            server.suspend();
            // more bytes than the buffers of a connection can hold
            Slice large = RedisStoreFixture.bytes(1, 64 << 20);
            StoreException refused = storeError(() -> chunks.write(id, List.of(large), 64 << 20, 60_000));
            assertThat(refused).hasMessageContaining("does not respond in time");
            server.resume();
        }
    }

    @Test
    void reportsThatItIsClosed(@TempDir Path folder) throws Exception {
        try (RedisServer server = RedisServer.start(folder)) {
            RedisStore store = store(server);
            store.close();
            assertThat(storeError(() -> save(store, Slice.of("a")))).hasMessage("the store is closed");
        }
    }
}
