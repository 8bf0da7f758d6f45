package dev.plimsoll.redis;

import static dev.plimsoll.redis.RedisStoreFixture.assertBytes;
import static dev.plimsoll.redis.RedisStoreFixture.save;
import static dev.plimsoll.redis.RedisStoreFixture.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.testkit.Await;
import dev.plimsoll.testkit.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol.Command;

/** Tests a cluster of three nodes. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class RedisClusterTest {

    private static final int SLOTS = 16_384;
    private static final int NODES = 3;

    private final List<RedisServer> nodes = new ArrayList<>();

    @BeforeEach
    void startCluster(@TempDir Path folder) throws Exception {
        for (int i = 0; i < NODES; i++) {
            Path nodeFolder = Files.createDirectory(folder.resolve("" + i));
            String bus = Integer.toString(RedisServer.freePort());
            nodes.add(RedisServer.start(nodeFolder, "--cluster-enabled", "yes", "--cluster-port", bus));
            try (RawRedisClient rawRedisClient = new RawRedisClient(nodes.get(i))) {
                int from = i * SLOTS / NODES;
                int to = (i + 1) * SLOTS / NODES - 1;
                rawRedisClient.send(Command.CLUSTER, "ADDSLOTSRANGE", "" + from, "" + to);
                if (i > 0) {
                    joinCluster(rawRedisClient, nodes.get(0));
                }
            }
        }
        for (RedisServer node : nodes) {
            try (RawRedisClient rawRedisClient = new RawRedisClient(node)) {
                Await.until(
                        "the cluster is complete",
                        () -> rawRedisClient.text(Command.CLUSTER, "INFO").contains("cluster_state:ok"));
            }
        }
    }

    private static void joinCluster(RawRedisClient rawRedisClient, RedisServer other) {
        try (RawRedisClient first = new RawRedisClient(other)) {
            String bus = first.text(Command.CLUSTER, "NODES")
                    .lines()
                    .filter(line -> line.contains("myself"))
                    .map(line -> line.replaceAll("^\\S+ [^@]*@(\\d+).*$", "$1"))
                    .findFirst()
                    .orElseThrow();
            rawRedisClient.send(Command.CLUSTER, "MEET", "127.0.0.1", "" + other.port(), bus);
        }
    }

    @AfterEach
    void stopCluster() {
        nodes.forEach(RedisServer::close);
    }

    @Test
    void spreadsResultsOverTheNodes() {
        String url = "redis-cluster://127.0.0.1:" + nodes.get(2).port() + ",127.0.0.1:"
                + nodes.get(0).port();
        Map<SnapshotId, Slice> stored = new LinkedHashMap<>();
        try (RedisStore one = store(RedisSettings.of(url));
                RedisStore other = store(RedisSettings.of(url).withMaxValueBytes(4096))) {
            for (int i = 0; i < 30; i++) {
                Slice bytes = RedisStoreFixture.bytes(i, 20_000);
                stored.put(save(i % 2 == 0 ? one : other, bytes), bytes);
            }
            stored.forEach((id, bytes) -> {
                assertBytes(one.find(id), bytes);
                assertBytes(other.find(id), bytes);
                assertThat(one.addView(id, Slice.of("view"))).isZero();
                assertThat(other.findView(id, 0)).isEqualTo(Slice.of("view"));
            });
            assertThat(nodes).allSatisfy(node -> assertThat(chunks(node)).isPositive());
            stored.keySet().forEach(other::remove);
            assertThat(one.usage().bytes()).isZero();
            assertThat(nodes).allSatisfy(node -> assertThat(chunks(node)).isZero());
        }
    }

    private static long chunks(RedisServer node) {
        try (RawRedisClient rawRedisClient = new RawRedisClient(node)) {
            return rawRedisClient.keys().stream()
                    .filter(key -> !key.contains("{store}"))
                    .count();
        }
    }
}
