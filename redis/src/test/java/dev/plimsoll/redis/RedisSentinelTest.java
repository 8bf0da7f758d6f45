package dev.plimsoll.redis;

import static dev.plimsoll.redis.RedisStoreFixture.assertBytes;
import static dev.plimsoll.redis.RedisStoreFixture.save;
import static dev.plimsoll.redis.RedisStoreFixture.saveWhenReachable;
import static dev.plimsoll.redis.RedisStoreFixture.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.testkit.Await;
import dev.plimsoll.testkit.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol.Command;

/** Tests a failover, with a master that dies, its replica, and a sentinel. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RedisSentinelTest {

    @Test
    void followsTheMaster(@TempDir Path folder) throws Exception {
        try (RedisServer master = RedisServer.start(createFolder(folder, "master"));
                RedisServer replica = RedisServer.start(
                        createFolder(folder, "replica"),
                        "--replicaof",
                        "127.0.0.1 " + master.port(),
                        "--repl-diskless-sync-delay",
                        "0")) {
            Path file = Files.writeString(
                    folder.resolve("sentinel.conf"),
                    "sentinel monitor main 127.0.0.1 " + master.port() + " 1\n"
                            + "sentinel down-after-milliseconds main 300\nsentinel failover-timeout main 2000\n");
            try (RedisServer sentinel = RedisServer.start(folder, file.toString(), "--sentinel");
                    RedisStore store = store(RedisSettings.of(
                                    "redis-sentinel://127.0.0.1:1,127.0.0.1:" + sentinel.port() + "/0?master=main")
                            .withTimeout(Duration.ofMillis(500)))) {
                SnapshotId id = save(store, Slice.of("a"));
                awaitKeys(replica, master);
                master.kill();
                SnapshotId other = saveWhenReachable(store, Slice.of("b"));
                assertBytes(store.find(other), Slice.of("b"));
                assertBytes(store.find(id), Slice.of("a"));
                assertThat(store.diagnose()).isNull();
            }
        }
    }

    private static Path createFolder(Path folder, String name) throws Exception {
        return Files.createDirectory(folder.resolve(name));
    }

    /** Waits until the replica has all keys and is connected to its master. */
    private static void awaitKeys(RedisServer replica, RedisServer master) throws Exception {
        try (RawRedisClient one = new RawRedisClient(replica);
                RawRedisClient other = new RawRedisClient(master)) {
            Await.until(
                    "the replica has all keys",
                    () -> one.keys().size() >= other.keys().size()
                            && one.text(Command.INFO, "replication").contains("master_link_status:up"));
        }
    }
}
