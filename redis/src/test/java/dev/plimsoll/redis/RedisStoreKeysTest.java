package dev.plimsoll.redis;

import static dev.plimsoll.redis.RedisStoreFixture.assertBytes;
import static dev.plimsoll.redis.RedisStoreFixture.find;
import static dev.plimsoll.redis.RedisStoreFixture.save;
import static dev.plimsoll.redis.RedisStoreFixture.store;
import static dev.plimsoll.redis.RedisStoreFixture.storeError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.Await;
import dev.plimsoll.testkit.FakeClock;
import dev.plimsoll.testkit.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol.Command;

/** Tests the keys that the store writes, and how it treats keys that already exist. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class RedisStoreKeysTest {

    private static final String FORMAT = "plimsoll:{store}:format";

    @AutoClose
    @SuppressWarnings("NullAway.Init") // set before each test
    private RedisServer server;

    @AutoClose
    @SuppressWarnings("NullAway.Init") // set before each test
    private RawRedisClient rawRedisClient;

    @BeforeEach
    void startServer(@TempDir Path folder) throws IOException {
        server = RedisServer.start(folder);
        rawRedisClient = new RawRedisClient(server);
    }

    @Test
    void everyKeyExpires() {
        try (RedisStore store = store(server)) {
            SnapshotId id = save(store, RedisStoreFixture.bytes(1, 3_000_000));
            store.addView(id, Slice.of("view"));
        }
        // the keys of the index, the chunks, and the views
        assertThat(rawRedisClient.keys()).hasSize(7 + 3 + 1).allSatisfy(key -> {
            assertThat(key).startsWith("plimsoll:");
            assertThat((Long) rawRedisClient.send(Command.PTTL, key)).as(key).isPositive();
        });
    }

    @Test
    void expiresByTheClockOfRedis() throws Exception {
        try (RedisStore store = store(server)) {
            Slice bytes = RedisStoreFixture.bytes(1, 100);
            SnapshotId id = store.save(RedisStoreFixture.request(Duration.ofMillis(300), bytes))
                    .id();
            store.addView(id, Slice.of("view"));
            // findView does not count as a use of the snapshot, so the snapshot expires
            Await.until("the snapshot has expired", () -> store.findView(id, 0) == null);
            assertThat(store.find(id)).isNull();
            assertThat(store.usage().snapshots()).isZero();
        }
        assertThat(rawRedisClient.keys()).noneMatch(key -> key.endsWith("}:0") || key.contains("views"));
    }

    @Test
    void fetchesOnlyTheRequestedRange() {
        try (RedisStore store = store(server)) {
            Slice bytes = RedisStoreFixture.bytes(2, 5_000_000);
            Segment segment = find(store, save(store, bytes)).segments().get(0);
            long before = rawRedisClient.infoNumber("total_net_output_bytes");
            assertThat(segment.read(1_048_570, 1_048_590)).isEqualTo(bytes.sub(1_048_570, 1_048_590));
            assertThat(segment.read(4_000_000, 4_004_096)).isEqualTo(bytes.sub(4_000_000, 4_004_096));
            assertThat(rawRedisClient.infoNumber("total_net_output_bytes") - before)
                    .isLessThan(30_000);
        }
    }

    @Test
    void readsSnapshotsWithOtherChunkSizes() {
        Slice bytes = RedisStoreFixture.bytes(3, 50_000);
        try (RedisStore small = store(RedisSettings.of(server.url()).withMaxValueBytes(1024));
                RedisStore large = store(server)) {
            assertBytes(large.find(save(small, bytes)), bytes);
            assertBytes(small.find(save(large, bytes)), bytes);
        }
    }

    @Test
    void hidesIncompleteSnapshots() {
        FakeClock clock = new FakeClock();
        RedisSettings settings = RedisSettings.of(server.url());
        SnapshotId id = new SnapshotId(3, 4);
        try (RedisCommands redisCommands = new RedisCommands(settings);
                RedisStore store =
                        new RedisStore(settings, RedisStoreFixture.LARGE_LIMITS, clock, new SecureRandom())) {
            RedisKeyNames redisKeyNames = new RedisKeyNames(settings.prefix());
            byte[] metadata = SnapshotMetadata.of(
                            RedisStoreFixture.request(RedisStoreFixture.TTL, Slice.of("bytes")), 1024)
                    .encode();
            SnapshotIndex snapshotIndex = new SnapshotIndex(redisCommands, redisKeyNames, clock::millis);
            // the arguments of the script: ID, metadata, holder, bytes, chunks, ttl, maxTtl, time for writing,
            // lifetime of chunks, weight, and the limits
            SnapshotIndex.Reply reply = snapshotIndex.execute(
                    RedisScript.RESERVE,
                    id.toString(),
                    metadata,
                    "ab",
                    1000,
                    1,
                    900_000,
                    3_600_000,
                    300_000,
                    900_000,
                    0,
                    10_000,
                    10_000,
                    10,
                    1,
                    10);
            assertThat(reply.status()).isEqualTo("OK");
            assertThat(store.find(id)).isNull();
            assertThat(store.findView(id, 0)).isNull();
            assertThat(storeError(() -> store.addView(id, Slice.of("v"))).reason())
                    .isEqualTo(Reason.GONE);
            assertThat(store.usage().bytes())
                    .as("the reservation of the unfinished snapshot")
                    .isEqualTo(1000);
            clock.advance(Duration.ofMinutes(5));
            assertThat(store.usage().bytes()).as("the reservation has expired").isZero();
            assertThat(snapshotIndex.execute(RedisScript.COMMIT, id.toString()).status())
                    .isEqualTo("GONE");
        }
    }

    @Test
    void reportsMissingBytesOfASnapshotAsGone() {
        try (RedisStore store = store(server)) {
            SnapshotId id = save(store, RedisStoreFixture.bytes(4, 2_000_000));
            Segment segment = find(store, id).segments().get(0);
            rawRedisClient.send(Command.DEL, "plimsoll:1:{" + id + "}:1");
            assertThat(segment.read(0, 100))
                    .isEqualTo(RedisStoreFixture.bytes(4, 2_000_000).sub(0, 100));
            assertThat(storeError(() -> segment.read(0, 2_000_000)).reason()).isEqualTo(Reason.GONE);
        }
    }

    @Test
    void doesNotReuseNumbersOfLostViews() {
        try (RedisStore store = store(server)) {
            SnapshotId id = save(store, RedisStoreFixture.bytes(5, 100));
            store.addView(id, Slice.of("one"));
            rawRedisClient.send(Command.DEL, "plimsoll:1:{store}:views:" + id);
            assertThat(storeError(() -> store.addView(id, Slice.of("other"))).reason())
                    .isEqualTo(Reason.GONE);
            assertThat(store.find(id)).isNull();
        }
    }

    @Test
    void clearsAnIncompleteIndex() {
        for (String part : new String[] {"meta", "entries", "heads", "use", "expiry", "own"}) {
            try (RedisStore store = store(server)) {
                SnapshotId id = save(store, RedisStoreFixture.bytes(6, 100));
                rawRedisClient.send(Command.DEL, "plimsoll:1:{store}:" + part);
                assertThat(store.find(id)).as(part).isNull();
                assertThat(store.usage().bytes()).as(part).isZero();
                assertBytes(store.find(save(store, RedisStoreFixture.bytes(7, 100))), RedisStoreFixture.bytes(7, 100));
                rawRedisClient.send(Command.FLUSHALL);
            }
        }
    }

    @Test
    void rejectsNewerFormat() {
        rawRedisClient.send(Command.SET, FORMAT, "2");
        try (RedisStore store = store(server)) {
            assertThat(storeError(() -> save(store, Slice.of("a")))).hasMessageContaining("a newer Plimsoll");
            assertThat(storeError(() -> store.find(new SnapshotId(1, 2)))).hasMessageContaining("a newer Plimsoll");
            assertThat(storeError(store::fetchUsage).reason()).isEqualTo(Reason.FAILED);
        }
        assertThat(rawRedisClient.keys()).containsExactly(FORMAT);
        assertThat(rawRedisClient.text(Command.GET, FORMAT)).isEqualTo("2");
        try (RedisStore otherStore = store(RedisSettings.of(server.url()).withPrefix("mine"))) {
            save(otherStore, Slice.of("a"));
        }
    }

    @Test
    void separatesStoresByPrefix() {
        try (RedisStore one = store(server);
                RedisStore other = store(RedisSettings.of(server.url()).withPrefix("other"))) {
            SnapshotId id = save(one, Slice.of("a"));
            assertThat(other.find(id)).isNull();
            assertThat(other.usage().snapshots()).isZero();
        }
    }

    @Test
    void reloadsScriptsThatRedisHasLost() {
        try (RedisStore store = store(server)) {
            SnapshotId id = save(store, Slice.of("a"));
            rawRedisClient.send(Command.SCRIPT, "FLUSH");
            assertBytes(store.find(id), Slice.of("a"));
        }
    }

    /** Simulates counts that are wrong because an older version has removed entries without changing them. */
    @Test
    void resetsCountsOfSharesInAnEmptyStore() {
        RedisSettings settings = RedisSettings.of(server.url());
        String meta = new RedisKeyNames(settings.prefix()).index.get(1);
        StoreLimits limits = RedisStoreFixture.LARGE_LIMITS.withReserve();
        try (RedisStore store = RedisStore.open(settings, limits, new SecureRandom())) {
            SnapshotId id = save(store, Slice.of("a"));
            rawRedisClient.send(Command.HSET, meta, "weights", "9", "n:ab", "7", "w:ab", "8");
            store.remove(id);
            store.usage();
            SnapshotId other = save(store, Slice.of("b"));
            assertThat(rawRedisClient.text(Command.HGET, meta, "weights")).isEqualTo("1");
            assertThat(rawRedisClient.text(Command.HGET, meta, "n:ab")).isEmpty();
            assertBytes(store.find(other), Slice.of("b"));
        }
    }
}
