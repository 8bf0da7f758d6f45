package dev.plimsoll.redis;

import static dev.plimsoll.redis.RedisStoreFixture.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.DropPattern;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.testkit.Await;
import dev.plimsoll.testkit.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol.Command;

/** Tests a Redis server that restarts with data from before the last drop. */
class RedisLostDropsTest {

    private static final CacheKey KEY = new CacheKey("ann", "main", "get", "1");
    private static final CacheKey OTHER_KEY = new CacheKey("ann", "main", "list", "1");
    private static final DropPattern GET = new DropPattern("main", "get", null);

    private static CacheIndex responses(RedisStore store) {
        return store.responses(CacheLimits.of(1_000, 1 << 20), removed -> {});
    }

    private static CacheEntry entry(long id) {
        Instant now = Instant.now();
        return new CacheEntry(new SnapshotId(7, id), ResultForm.MODERN, 10, now, now.plus(Duration.ofMinutes(10)), 42);
    }

    /** Stores two entries, drops one, and restarts Redis with both. */
    private static void loseDrop(RedisServer server, CacheIndex index) throws Exception {
        assertThat(index.put(KEY, entry(1), index.currentMark("main"))).isTrue();
        assertThat(index.put(OTHER_KEY, entry(2), index.currentMark("main"))).isTrue();
        try (RawRedisClient client = new RawRedisClient(server)) {
            client.send(Command.SAVE);
        }
        assertThat(index.drop(GET)).isEqualTo(1);
        server.kill();
        server.restart();
    }

    private static void awaitConnection(CacheIndex index) throws Exception {
        Await.until("Redis is used again", () -> {
            try {
                return index.usage() != null;
            } catch (RuntimeException e) {
                return false;
            }
        });
    }

    @Test
    void findsNoEntryWhoseDropWasLost(@TempDir Path folder) throws Exception {
        try (RedisServer server = RedisServer.start(folder);
                RedisStore store = store(server)) {
            CacheIndex index = responses(store);
            loseDrop(server, index);
            awaitConnection(index);
            assertThat(index.usage().entries())
                    .as("the restarted server has both")
                    .isEqualTo(2);
            assertThat(index.find(KEY)).isNull();
            assertThat(index.find(OTHER_KEY)).as("its drop may be lost as well").isNull();
            assertThat(index.put(OTHER_KEY, entry(3), index.currentMark("main")))
                    .isTrue();
            assertThat(index.find(OTHER_KEY)).isNotNull();
        }
    }

    @Test
    void rejectsResultOfCallBeforeLostDrop(@TempDir Path folder) throws Exception {
        try (RedisServer server = RedisServer.start(folder);
                RedisStore store = store(server)) {
            CacheIndex index = responses(store);
            assertThat(index.put(KEY, entry(1), index.currentMark("main"))).isTrue();
            try (RawRedisClient client = new RawRedisClient(server)) {
                client.send(Command.SAVE);
            }
            index.drop(GET);
            long mark = index.currentMark("main");
            index.drop(GET);
            server.kill();
            server.restart();
            awaitConnection(index);
            assertThat(index.isStale(KEY, mark)).isTrue();
            assertThat(index.put(KEY, entry(2), mark)).isFalse();
        }
    }
}
