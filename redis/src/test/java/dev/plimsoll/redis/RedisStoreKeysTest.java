package dev.plimsoll.redis;

import static dev.plimsoll.redis.Kept.assertHolds;
import static dev.plimsoll.redis.Kept.found;
import static dev.plimsoll.redis.Kept.kept;
import static dev.plimsoll.redis.Kept.refused;
import static dev.plimsoll.redis.Kept.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException.Reason;
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

/** Tests the keys that the store writes, and how it treats existing ones. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class RedisStoreKeysTest {

    private static final String FORMAT = "plimsoll:{store}:format";

    @AutoClose
    @SuppressWarnings("NullAway.Init") // set before each test
    private RedisServer server;

    @AutoClose
    @SuppressWarnings("NullAway.Init") // set before each test
    private Raw raw;

    @BeforeEach
    void startServer(@TempDir Path folder) throws IOException {
        server = RedisServer.start(folder);
        raw = new Raw(server);
    }

    @Test
    void everyKeyExpires() {
        try (RedisStore store = store(server)) {
            SnapshotId id = kept(store, Kept.bytes(1, 3_000_000));
            store.view(id, Slice.of("view"));
        }
        assertThat(raw.keys()).hasSize(7 + 3 + 1).allSatisfy(key -> {
            assertThat(key).startsWith("plimsoll:");
            assertThat((Long) raw.ask(Command.PTTL, key)).as(key).isPositive();
        });
    }

    @Test
    void expiresByTheClockOfRedis() throws Exception {
        try (RedisStore store = store(server)) {
            Slice bytes = Kept.bytes(1, 100);
            SnapshotId id = store.keep(Kept.keep(Duration.ofMillis(300), bytes)).id();
            store.view(id, Slice.of("view"));
            // reading does not count as a use, so the snapshot expires
            Await.until("it has expired", () -> store.view(id, 0) == null);
            assertThat(store.find(id)).isNull();
            assertThat(store.occupancy().snapshots()).isZero();
        }
        assertThat(raw.keys()).noneMatch(key -> key.endsWith("}:0") || key.contains("views"));
    }

    @Test
    void fetchesOnlyTheRequestedRange() {
        try (RedisStore store = store(server)) {
            Slice bytes = Kept.bytes(2, 5_000_000);
            Segment segment = found(store, kept(store, bytes)).segments().get(0);
            long before = raw.figure("total_net_output_bytes");
            assertThat(segment.read(1_048_570, 1_048_590)).isEqualTo(bytes.sub(1_048_570, 1_048_590));
            assertThat(segment.read(4_000_000, 4_004_096)).isEqualTo(bytes.sub(4_000_000, 4_004_096));
            assertThat(raw.figure("total_net_output_bytes") - before).isLessThan(30_000);
        }
    }

    @Test
    void readsSnapshotsWithOtherChunkSizes() {
        Slice bytes = Kept.bytes(3, 50_000);
        try (RedisStore small = store(RedisSettings.of(server.url()).withMaxValueBytes(1024));
                RedisStore large = store(server)) {
            assertHolds(large.find(kept(small, bytes)), bytes);
            assertHolds(small.find(kept(large, bytes)), bytes);
        }
    }

    @Test
    void hidesIncompleteSnapshots() {
        FakeClock clock = new FakeClock();
        RedisSettings settings = RedisSettings.of(server.url());
        SnapshotId id = new SnapshotId(3, 4);
        try (RedisCommands redisCommands = new RedisCommands(settings);
                RedisStore store = new RedisStore(settings, Kept.ROOMY, clock, new SecureRandom())) {
            RedisKeyNames redisKeyNames = new RedisKeyNames(settings.prefix());
            byte[] metadata = SnapshotMetadata.of(Kept.keep(Kept.TTL, Slice.of("bytes")), 1024)
                    .encoded();
            SnapshotIndex snapshotIndex = new SnapshotIndex(redisCommands, redisKeyNames, clock::millis);
            SnapshotIndex.Reply reply = snapshotIndex.ask(
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
                    10_000,
                    10_000,
                    10,
                    1);
            assertThat(reply.word()).isEqualTo("OK");
            assertThat(store.find(id)).isNull();
            assertThat(store.view(id, 0)).isNull();
            assertThat(refused(() -> store.view(id, Slice.of("v"))).reason()).isEqualTo(Reason.GONE);
            assertThat(store.occupancy().bytes()).as("its bytes are reserved").isEqualTo(1000);
            clock.advance(Duration.ofMinutes(5));
            assertThat(store.occupancy().bytes()).as("the reservation has expired").isZero();
            assertThat(snapshotIndex.ask(RedisScript.ENTER, id.toString()).word())
                    .isEqualTo("GONE");
        }
    }

    @Test
    void dropsSnapshotsWithMissingBytes() {
        try (RedisStore store = store(server)) {
            SnapshotId id = kept(store, Kept.bytes(4, 2_000_000));
            Segment segment = found(store, id).segments().get(0);
            raw.ask(Command.DEL, "plimsoll:1:{" + id + "}:1");
            assertThat(segment.read(0, 100)).isEqualTo(Kept.bytes(4, 2_000_000).sub(0, 100));
            assertThat(refused(() -> segment.read(0, 2_000_000)).reason()).isEqualTo(Reason.GONE);
        }
    }

    @Test
    void doesNotReuseNumbersOfLostViews() {
        try (RedisStore store = store(server)) {
            SnapshotId id = kept(store, Kept.bytes(5, 100));
            store.view(id, Slice.of("one"));
            raw.ask(Command.DEL, "plimsoll:1:{store}:views:" + id);
            assertThat(refused(() -> store.view(id, Slice.of("other"))).reason())
                    .isEqualTo(Reason.GONE);
            assertThat(store.find(id)).isNull();
        }
    }

    @Test
    void clearsAnIncompleteIndex() {
        for (String part : new String[] {"meta", "entries", "heads", "use", "expiry", "own"}) {
            try (RedisStore store = store(server)) {
                SnapshotId id = kept(store, Kept.bytes(6, 100));
                raw.ask(Command.DEL, "plimsoll:1:{store}:" + part);
                assertThat(store.find(id)).as(part).isNull();
                assertThat(store.occupancy().bytes()).as(part).isZero();
                assertHolds(store.find(kept(store, Kept.bytes(7, 100))), Kept.bytes(7, 100));
                raw.ask(Command.FLUSHALL);
            }
        }
    }

    @Test
    void refusesNewerFormat() {
        raw.ask(Command.SET, FORMAT, "2");
        try (RedisStore store = store(server)) {
            assertThat(refused(() -> kept(store, Slice.of("a")))).hasMessageContaining("a newer Plimsoll");
            assertThat(refused(() -> store.find(new SnapshotId(1, 2)))).hasMessageContaining("a newer Plimsoll");
            assertThat(refused(store::look).reason()).isEqualTo(Reason.FAILED);
        }
        assertThat(raw.keys()).containsExactly(FORMAT);
        assertThat(raw.text(Command.GET, FORMAT)).isEqualTo("2");
        try (RedisStore otherStore = store(RedisSettings.of(server.url()).withPrefix("mine"))) {
            kept(otherStore, Slice.of("a"));
        }
    }

    @Test
    void separatesPrefixes() {
        try (RedisStore one = store(server);
                RedisStore other = store(RedisSettings.of(server.url()).withPrefix("other"))) {
            SnapshotId id = kept(one, Slice.of("a"));
            assertThat(other.find(id)).isNull();
            assertThat(other.occupancy().snapshots()).isZero();
        }
    }

    @Test
    void reloadsScriptsThatRedisHasLost() {
        try (RedisStore store = store(server)) {
            SnapshotId id = kept(store, Slice.of("a"));
            raw.ask(Command.SCRIPT, "FLUSH");
            assertHolds(store.find(id), Slice.of("a"));
        }
    }
}
