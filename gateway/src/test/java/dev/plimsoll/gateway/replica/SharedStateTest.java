package dev.plimsoll.gateway.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.DropPattern;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.rate.RateStore;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.testkit.Await;
import dev.plimsoll.testkit.FakeClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests state shared by replicas in a place that some of them sometimes cannot reach. */
@Timeout(60)
class SharedStateTest {

    private static final CacheKey KEY = new CacheKey("ann@1", "crm", "get_user", "1");

    private final FakeClock clock = new FakeClock();
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private volatile boolean isUnreachable;

    private ReplicaState replicaState() {
        return new ReplicaState(new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.INFO));
    }

    /** Wraps an object so that it fails while unreachable. */
    private <T> T failingIfUnreachable(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (isUnreachable) {
                        throw new IllegalStateException("Redis does not listen");
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private long nanos() {
        return clock.instant().toEpochMilli() * 1_000_000;
    }

    private SharedRates rates(RateStore all) {
        return new SharedRates(
                failingIfUnreachable(RateStore.class, all), RateStore.inMemory(this::nanos), replicaState());
    }

    @Test
    void replicasShareRateLimit() {
        RateStore all = RateStore.inMemory(this::nanos);
        SharedRates one = rates(all);
        SharedRates other = rates(all);
        for (int i = 0; i < 3; i++) {
            assertThat(one.take("ann", "t", 6)).isZero();
            assertThat(other.take("ann", "t", 6)).isZero();
        }
        assertThat(one.take("ann", "t", 6)).isEqualTo(10);
        assertThat(other.take("ann", "t", 6)).isEqualTo(10);
        isUnreachable = true;
        for (int i = 0; i < 3; i++) {
            assertThat(one.take("ann", "t", 6)).as("local limit").isZero();
        }
        assertThat(one.take("ann", "t", 6)).isPositive();
        assertThat(other.take("bob", "t", 6)).isZero();
        isUnreachable = false;
        assertThat(other.take("ann", "t", 6)).as("as before").isEqualTo(10);
    }

    @Test
    void logsOutageAndRecoveryOnce() {
        SharedRates rates = rates(RateStore.inMemory(this::nanos));
        rates.take("ann", "t", 6);
        isUnreachable = true;
        rates.take("ann", "t", 6);
        rates.take("bob", "t", 6);
        isUnreachable = false;
        rates.take("ann", "t", 6);
        rates.take("ann", "t", 6);
        assertThat(logBytes.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .satisfiesExactly(
                        line -> assertThat(line).contains("WARN", "local rate limits", "Redis does not listen"),
                        line -> assertThat(line).contains("INFO", "shared store is available again"));
    }

    @Test
    void continuesSumDuringOutageAndAddsItLater() {
        SessionLedger all = SessionLedger.inMemory(clock);
        SharedLedger one = new SharedLedger(failingIfUnreachable(SessionLedger.class, all), clock, replicaState());
        SharedLedger other = new SharedLedger(failingIfUnreachable(SessionLedger.class, all), clock, replicaState());
        assertThat(one.add("s", 100)).isEqualTo(100);
        assertThat(other.add("s", 50)).isEqualTo(150);
        assertThat(one.spent("s")).isEqualTo(150);
        isUnreachable = true;
        assertThat(one.add("s", 7)).isEqualTo(157);
        assertThat(one.add("s", 3)).isEqualTo(160);
        assertThat(one.spent("s")).isEqualTo(160);
        assertThat(one.spent("unknown")).isZero();
        isUnreachable = false;
        assertThat(other.spent("s")).isEqualTo(150);
        assertThat(one.spent("s")).isEqualTo(160);
        assertThat(one.add("s", 1)).isEqualTo(161);
        assertThat(other.spent("s")).isEqualTo(161);
    }

    private CacheEntry cacheEntry(int number) {
        return new CacheEntry(
                new SnapshotId(7, number),
                ResultForm.MODERN,
                10,
                clock.instant(),
                clock.instant().plus(Duration.ofMinutes(5)),
                1);
    }

    @Test
    void dropAppliesToAllReplicas() {
        CacheIndex all = CacheIndex.inMemory(CacheLimits.of(100, 1_000), clock, gone -> {});
        try (SharedResponses one = new SharedResponses(all, replicaState());
                SharedResponses other = new SharedResponses(all, replicaState())) {
            assertThat(one.put(KEY, cacheEntry(1), one.currentMark("crm"))).isTrue();
            assertThat(other.find(KEY)).isEqualTo(cacheEntry(1));
            long before = other.currentMark("crm");
            assertThat(one.drop(DropPattern.of("crm"))).isEqualTo(1);
            assertThat(other.find(KEY)).isNull();
            assertThat(other.isStale(KEY, before)).isTrue();
            assertThat(other.put(KEY, cacheEntry(2), before)).isFalse();
        }
    }

    @Test
    void sendsPendingDropsBeforeServingAgain() throws Exception {
        CacheIndex all = CacheIndex.inMemory(CacheLimits.of(100, 1_000), clock, gone -> {});
        try (SharedResponses one = new SharedResponses(failingIfUnreachable(CacheIndex.class, all), replicaState())) {
            CacheKey other = new CacheKey("ann@1", "files", "read", "1");
            assertThat(one.put(KEY, cacheEntry(1), one.currentMark("crm"))).isTrue();
            assertThat(one.put(other, cacheEntry(2), one.currentMark("files"))).isTrue();
            long before = one.currentMark("crm");
            isUnreachable = true;
            assertThat(one.find(KEY)).isNull();
            assertThat(one.put(KEY, cacheEntry(3), one.currentMark("crm"))).isFalse();
            assertThat(one.drop(DropPattern.of("crm"))).isZero();
            assertThat(all.find(KEY)).isNotNull();
            isUnreachable = false;
            assertThat(one.put(KEY, cacheEntry(4), before)).isFalse();
            Await.until("all have dropped it", () -> all.find(KEY) == null);
            Await.until("the cache is used again", () -> one.find(other) != null);
            assertThat(one.find(KEY)).isNull();
            assertThat(one.put(KEY, cacheEntry(5), one.currentMark("crm"))).isTrue();
        }
    }

    /** Simulates Redis after an outage, with entries that this replica could not drop. */
    @Test
    void servesNothingWhileDropsArePending() throws Exception {
        CacheIndex all = CacheIndex.inMemory(CacheLimits.of(100, 1_000), clock, gone -> {});
        AtomicBoolean refusing = new AtomicBoolean(true);
        CountDownLatch refused = new CountDownLatch(2);
        CacheIndex slow = CacheIndex.class.cast(Proxy.newProxyInstance(
                CacheIndex.class.getClassLoader(), new Class<?>[] {CacheIndex.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("drop") && refusing.get()) {
                        refused.countDown();
                        throw new IllegalStateException("Redis is read-only");
                    }
                    return method.invoke(all, arguments);
                }));
        try (SharedResponses one = new SharedResponses(slow, replicaState())) {
            CacheKey other = new CacheKey("ann@1", "files", "read", "1");
            assertThat(one.put(KEY, cacheEntry(1), one.currentMark("crm"))).isTrue();
            assertThat(one.put(other, cacheEntry(2), one.currentMark("files"))).isTrue();

            assertThat(one.drop(DropPattern.of("crm"))).isZero();
            refused.await();

            assertThat(all.find(KEY)).isNotNull();
            assertThat(one.find(KEY)).isNull();
            assertThat(one.find(other)).isNull();
            assertThat(one.isStale(other, one.currentMark("files"))).isTrue();
            assertThat(one.put(other, cacheEntry(3), one.currentMark("files"))).isFalse();

            refusing.set(false);
            Await.until("the cache is used again", () -> one.find(other) != null);
            assertThat(all.find(KEY)).isNull();
            assertThat(one.isStale(other, one.currentMark("files"))).isFalse();
        }
    }

    @Test
    void tooManyPendingDropsDropEverything() throws Exception {
        CacheIndex all = CacheIndex.inMemory(CacheLimits.of(100, 1_000), clock, gone -> {});
        try (SharedResponses one = new SharedResponses(failingIfUnreachable(CacheIndex.class, all), replicaState())) {
            one.put(KEY, cacheEntry(1), one.currentMark("crm"));
            isUnreachable = true;
            for (int i = 0; i < 1_000; i++) {
                one.drop(DropPattern.of("server " + i));
            }
            isUnreachable = false;
            Await.until("all have dropped it", () -> all.find(KEY) == null);
        }
    }

    @Test
    void releasesInBackgroundAndInOrder() throws Exception {
        List<CacheEntry> released = new ArrayList<>();
        try (DropQueue dropQueue = new DropQueue(cacheEntry -> {
            if (cacheEntry.id().equals(new SnapshotId(7, 2))) {
                throw new IllegalStateException("cannot be released");
            }
            synchronized (released) {
                released.add(cacheEntry);
            }
        })) {
            for (int i = 1; i <= 3; i++) {
                dropQueue.accept(cacheEntry(i));
            }
            Await.until("two are released", () -> {
                synchronized (released) {
                    return released.size() == 2;
                }
            });
            assertThat(released).containsExactly(cacheEntry(1), cacheEntry(3));
        }
    }
}
