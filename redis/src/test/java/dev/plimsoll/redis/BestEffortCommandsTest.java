package dev.plimsoll.redis;

import static dev.plimsoll.redis.RedisStoreFixture.storeError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.DropPattern;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.rate.RateStore;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.testkit.Await;
import dev.plimsoll.testkit.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol.Command;

/**
 * Tests best-effort commands with the clock of Redis, and while Redis is not available. A test that exceeds the
 * limit of one minute has found a hang.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class BestEffortCommandsTest {

    private static final CacheKey KEY = new CacheKey("ann@1", "crm", "get_user", "digest");
    private static final CacheLimits LIMITS = CacheLimits.of(100, 1 << 20);

    private static CacheEntry entry(int number, Instant at) {
        return new CacheEntry(new SnapshotId(7, number), ResultForm.MODERN, 10, at, at.plus(Duration.ofMinutes(5)), 3);
    }

    private static CacheIndex cacheIndex(RedisStore store) {
        return store.responses(LIMITS, gone -> {});
    }

    @Test
    void sharesCountersAndCacheBetweenStores(@TempDir Path folder) throws IOException {
        try (RedisServer server = RedisServer.start(folder);
                RedisStore one = SharedServerStores.open(server, null);
                RedisStore other = new RedisStore(
                        settings(server), RedisStoreFixture.LARGE_LIMITS, null, new SplittableRandom(1));
                RedisStore third = new RedisStore(
                        settings(server), RedisStoreFixture.LARGE_LIMITS, null, new SplittableRandom(2))) {
            assertThat(one.rates().take("ann", "t", 2)).isZero();
            assertThat(other.rates().take("ann", "t", 2)).isZero();
            assertThat(third.rates().take("ann", "t", 2)).isZero();
            assertThat(other.rates().take("ann", "t", 2)).isBetween(29L, 30L);
            other.sessions(Duration.ofHours(1)).add("s", 5);
            assertThat(third.sessions(Duration.ofHours(1)).add("s", 6)).isEqualTo(11);
            CacheIndex firstIndex = cacheIndex(other);
            CacheIndex secondIndex = cacheIndex(third);
            CacheEntry cacheEntry = entry(1, Instant.now());
            assertThat(firstIndex.put(KEY, cacheEntry, firstIndex.currentMark("crm")))
                    .isTrue();
            assertThat(secondIndex.find(KEY)).isEqualTo(cacheEntry);
            assertThat(cacheIndex(one).find(KEY)).as("another prefix").isNull();
            assertThat(firstIndex.drop(DropPattern.ofServer("crm"))).isEqualTo(1);
            assertThat(secondIndex.find(KEY)).isNull();
        }
    }

    private static RedisSettings settings(RedisServer server) {
        return RedisSettings.of(server.url())
                .withTimeout(Duration.ofSeconds(80))
                .withPrefix("together");
    }

    @Test
    void allKeysExpireAndContainNoNames(@TempDir Path folder) throws IOException {
        try (RedisServer server = RedisServer.start(folder);
                RedisStore store = SharedServerStores.open(server, null);
                RawRedisClient rawRedisClient = new RawRedisClient(server)) {
            store.rates().take("caller ann", "get_user", 2);
            store.sessions(Duration.ofHours(1)).add("session of ann", 5);
            CacheIndex index = cacheIndex(store);
            index.put(KEY, entry(1, Instant.now()), index.currentMark("crm"));
            index.find(KEY);
            index.drop(new DropPattern("other", "any*", "ann"));
            assertThat(rawRedisClient.keys()).hasSizeGreaterThanOrEqualTo(10).allSatisfy(key -> {
                assertThat(rawRedisClient.send(Command.PTTL, key))
                        .as(key)
                        .isInstanceOfSatisfying(
                                Long.class,
                                left -> assertThat(left)
                                        .isBetween(1L, Duration.ofHours(3).toMillis()));
                assertThat(key).doesNotContain("ann");
                assertThat(rawRedisClient.text(Command.DUMP, key)).as(key).doesNotContain("ann");
            });
            index.drop(DropPattern.ofServer("crm"));
            index.find(KEY);
            index.usage();
            assertThat(rawRedisClient.keys())
                    .allSatisfy(key -> assertThat(rawRedisClient.send(Command.PTTL, key))
                            .as(key)
                            .isNotEqualTo(-1L));
        }
    }

    @Test
    void resetsAnIncompleteIndexAndRejectsOlderEntries(@TempDir Path folder) throws IOException {
        try (RedisServer server = RedisServer.start(folder);
                RedisStore store = SharedServerStores.open(server, null);
                RawRedisClient rawRedisClient = new RawRedisClient(server)) {
            for (String part : List.of("meta", "entries", "use", "expiry", "own", "bytool", "drops")) {
                CacheIndex index = cacheIndex(store);
                Instant now = Instant.now();
                index.drop(DropPattern.ofServer("other"));
                long before = index.currentMark("crm");
                assertThat(index.put(KEY, entry(1, now), before)).as(part).isTrue();
                rawRedisClient.keys().stream()
                        .filter(key -> key.endsWith("{responses}:" + part))
                        .forEach(key -> assertThat(rawRedisClient.send(Command.DEL, key))
                                .isEqualTo(1L));
                assertThat(index.find(KEY)).as(part).isNull();
                assertThat(index.usage().entries()).as(part).isZero();
                assertThat(index.put(KEY, entry(2, now), before)).as(part).isFalse();
                assertThat(index.put(KEY, entry(3, now), index.currentMark("crm")))
                        .as(part)
                        .isTrue();
                assertThat(index.drop(DropPattern.ofServer("crm"))).isEqualTo(1);
            }
        }
    }

    @Test
    void dropsManyEntriesInBatchesAndHidesThemAtOnce(@TempDir Path folder) throws IOException {
        int count = RedisCacheIndex.MAX_ENTRIES_PER_DROP * 5 / 2;
        try (RedisServer server = RedisServer.start(folder);
                RedisStore store = SharedServerStores.open(server, null)) {
            RedisCacheIndex index = (RedisCacheIndex) store.responses(CacheLimits.of(10_000, 1 << 20), gone -> {});
            CacheKey other = new CacheKey("ann@1", "files", "read", "digest");
            putAll(index, count);
            assertThat(index.put(other, entry(1, Instant.now()), index.currentMark("files")))
                    .isTrue();
            assertThat(index.dropBatch(DropPattern.ofServer("crm")))
                    .isEqualTo(new RedisCacheIndex.DropBatch(RedisCacheIndex.MAX_ENTRIES_PER_DROP, true));
            assertThat(IntStream.range(0, count)).allMatch(i -> index.find(keyOf(i)) == null);
            assertThat(index.find(other)).isNotNull();
            assertThat(index.put(KEY, entry(2, Instant.now()), index.currentMark("crm")))
                    .isTrue();
            assertThat(index.find(KEY)).isNotNull();
            index.drop(DropPattern.ofServer("crm"));
            putAll(index, count);
            assertThat(index.drop(DropPattern.ofServer("crm"))).isEqualTo(count);
            assertThat(index.usage().entries()).isEqualTo(1);
        }
    }

    private static CacheKey keyOf(int number) {
        return new CacheKey("ann@1", "crm", "get_" + number % 7, "digest " + number);
    }

    private static void putAll(CacheIndex index, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(index.put(keyOf(i), entry(i, Instant.now()), index.currentMark("crm")))
                    .isTrue();
        }
    }

    @Test
    void usesTheClockOfRedisIfClocksDiffer() {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        CacheEntry cacheEntry = entry(1, now.minusSeconds(20));
        assertThat(CacheEntryText.parse(CacheEntryText.format(cacheEntry))).isEqualTo(cacheEntry);
        assertThat(CacheEntryText.convertTimes(cacheEntry, Duration.ofSeconds(20), now))
                .isEqualTo(cacheEntry);
        Instant ahead = now.plus(Duration.ofHours(1));
        CacheEntry read = CacheEntryText.convertTimes(cacheEntry, Duration.ofSeconds(20), ahead);
        assertThat(read.age(ahead)).isEqualTo(Duration.ofSeconds(20));
        assertThat(Duration.between(read.storedAt(), read.expiresAt())).isEqualTo(Duration.ofMinutes(5));
        assertThat(CacheEntryText.parse("text of a newer version")).isNull();
    }

    @Test
    void failsFastWithoutRedisAndRecovers(@TempDir Path folder) throws Exception {
        try (RedisServer server = RedisServer.start(folder);
                RedisStore store =
                        RedisStoreFixture.store(RedisSettings.of(server.url()).withTimeout(Duration.ofSeconds(8)))) {
            RateStore rateStore = store.rates();
            SessionLedger ledger = store.sessions(Duration.ofHours(1));
            ledger.add("s", 5);
            server.suspend();
            assertThat(storeError(() -> rateStore.take("ann", "t", 2)))
                    .hasMessageContaining("does not respond in time");
            assertThat(store.diagnose()).contains("does not respond in time");
            long before = System.nanoTime();
            IntStream.range(0, 1_000).forEach(i -> storeError(() -> ledger.spent("s")));
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .as("calls fail fast while Redis does not respond")
                    .isLessThan(Duration.ofSeconds(8));
            server.resume();
            assertThat(RedisStoreFixture.retryUntilReachable(() -> ledger.spent("s")))
                    .isEqualTo(5);
            server.kill();
            storeError(() -> rateStore.take("ann", "t", 2));
            server.restart();
            assertThat(RedisStoreFixture.retryUntilReachable(() -> ledger.spent("s")))
                    .as("the restarted Redis has lost the counters")
                    .isZero();
            Await.until("the store has recovered", () -> store.diagnose() == null);
        }
    }

    @Test
    void countsWhenRedisIsOutOfMemory(@TempDir Path folder) throws IOException {
        try (RedisServer server = RedisServer.start(folder, "--maxmemory", "1mb", "--maxmemory-policy", "noeviction");
                RedisStore store = SharedServerStores.open(server, null)) {
            assertThat(store.rates().take("ann", "t", 1)).isZero();
            assertThat(store.rates().take("ann", "t", 1)).isPositive();
            assertThat(store.sessions(Duration.ofHours(1)).add("s", 5)).isEqualTo(5);
            CacheIndex index = cacheIndex(store);
            assertThat(index.put(KEY, entry(1, Instant.now()), index.currentMark("crm")))
                    .isFalse();
            assertThat(index.find(KEY)).isNull();
            assertThat(index.drop(DropPattern.ofServer("crm"))).isZero();
        }
    }
}
