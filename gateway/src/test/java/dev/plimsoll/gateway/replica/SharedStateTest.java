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

/** Tests the state that replicas share in a store, also during outages of the store. */
@Timeout(60)
class SharedStateTest {

    private static final CacheKey KEY = new CacheKey("ann@1", "crm", "get_user", "1");

    private final FakeClock clock = new FakeClock();
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private volatile boolean isUnreachable;

    private ReplicaState replicaState() {
        return new ReplicaState(new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.INFO));
    }

    /** Wraps an object so that its methods fail while the store is unreachable. */
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

    private SharedRates rates(RateStore shared) {
        return new SharedRates(
                failingIfUnreachable(RateStore.class, shared), RateStore.inMemory(this::nanos), replicaState());
    }

    @Test
    void replicasShareRateLimit() {
        RateStore shared = RateStore.inMemory(this::nanos);
        SharedRates first = rates(shared);
        SharedRates second = rates(shared);
        for (int i = 0; i < 3; i++) {
            assertThat(first.take("ann", "t", 6)).isZero();
            assertThat(second.take("ann", "t", 6)).isZero();
        }
        assertThat(first.take("ann", "t", 6)).isEqualTo(10);
        assertThat(second.take("ann", "t", 6)).isEqualTo(10);
        isUnreachable = true;
        for (int i = 0; i < 3; i++) {
            assertThat(first.take("ann", "t", 6)).as("local limit").isZero();
        }
        assertThat(first.take("ann", "t", 6)).isPositive();
        assertThat(second.take("bob", "t", 6)).isZero();
        isUnreachable = false;
        assertThat(second.take("ann", "t", 6)).as("shared limit again").isEqualTo(10);
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
    void addsTokensOfOutageToSharedSumLater() {
        SessionLedger shared = SessionLedger.inMemory(clock);
        SharedLedger first = new SharedLedger(failingIfUnreachable(SessionLedger.class, shared), clock, replicaState());
        SharedLedger second =
                new SharedLedger(failingIfUnreachable(SessionLedger.class, shared), clock, replicaState());
        assertThat(first.add("s", 100)).isEqualTo(100);
        assertThat(second.add("s", 50)).isEqualTo(150);
        assertThat(first.spent("s")).isEqualTo(150);
        isUnreachable = true;
        assertThat(first.add("s", 7)).isEqualTo(157);
        assertThat(first.add("s", 3)).isEqualTo(160);
        assertThat(first.spent("s")).isEqualTo(160);
        assertThat(first.spent("unknown")).isZero();
        isUnreachable = false;
        assertThat(second.spent("s")).isEqualTo(150);
        assertThat(first.spent("s")).isEqualTo(160);
        assertThat(first.add("s", 1)).isEqualTo(161);
        assertThat(second.spent("s")).isEqualTo(161);
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
    void dropRemovesEntriesForAllReplicas() {
        CacheIndex shared = CacheIndex.inMemory(CacheLimits.of(100, 1_000), clock, gone -> {});
        try (SharedResponses first = new SharedResponses(shared, replicaState());
                SharedResponses second = new SharedResponses(shared, replicaState())) {
            assertThat(first.put(KEY, cacheEntry(1), first.currentMark("crm"))).isTrue();
            assertThat(second.find(KEY)).isEqualTo(cacheEntry(1));
            long markBefore = second.currentMark("crm");
            assertThat(first.drop(DropPattern.ofServer("crm"))).isEqualTo(1);
            assertThat(second.find(KEY)).isNull();
            assertThat(second.isStale(KEY, markBefore)).isTrue();
            assertThat(second.put(KEY, cacheEntry(2), markBefore)).isFalse();
        }
    }

    @Test
    void sendsPendingDropsBeforeServingAgain() throws Exception {
        CacheIndex shared = CacheIndex.inMemory(CacheLimits.of(100, 1_000), clock, gone -> {});
        try (SharedResponses first =
                new SharedResponses(failingIfUnreachable(CacheIndex.class, shared), replicaState())) {
            CacheKey otherKey = new CacheKey("ann@1", "files", "read", "1");
            assertThat(first.put(KEY, cacheEntry(1), first.currentMark("crm"))).isTrue();
            assertThat(first.put(otherKey, cacheEntry(2), first.currentMark("files")))
                    .isTrue();
            long markBefore = first.currentMark("crm");
            isUnreachable = true;
            assertThat(first.find(KEY)).isNull();
            assertThat(first.put(KEY, cacheEntry(3), first.currentMark("crm"))).isFalse();
            assertThat(first.drop(DropPattern.ofServer("crm"))).isZero();
            assertThat(shared.find(KEY)).isNotNull();
            isUnreachable = false;
            assertThat(first.put(KEY, cacheEntry(4), markBefore)).isFalse();
            Await.until("the shared entry is dropped", () -> shared.find(KEY) == null);
            Await.until("the cache is used again", () -> first.find(otherKey) != null);
            assertThat(first.find(KEY)).isNull();
            assertThat(first.put(KEY, cacheEntry(5), first.currentMark("crm"))).isTrue();
        }
    }

    /**
     * Checks that a replica uses no cached entry while it has not yet sent all its drops, for example after an outage
     * of Redis.
     */
    @Test
    void servesNothingWhileDropsArePending() throws Exception {
        CacheIndex shared = CacheIndex.inMemory(CacheLimits.of(100, 1_000), clock, gone -> {});
        AtomicBoolean isReadOnly = new AtomicBoolean(true);
        CountDownLatch refusedDrops = new CountDownLatch(2);
        CacheIndex failingIndex = CacheIndex.class.cast(Proxy.newProxyInstance(
                CacheIndex.class.getClassLoader(), new Class<?>[] {CacheIndex.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("drop") && isReadOnly.get()) {
                        refusedDrops.countDown();
                        throw new IllegalStateException("Redis is read-only");
                    }
                    return method.invoke(shared, arguments);
                }));
        try (SharedResponses first = new SharedResponses(failingIndex, replicaState())) {
            CacheKey otherKey = new CacheKey("ann@1", "files", "read", "1");
            assertThat(first.put(KEY, cacheEntry(1), first.currentMark("crm"))).isTrue();
            assertThat(first.put(otherKey, cacheEntry(2), first.currentMark("files")))
                    .isTrue();

            assertThat(first.drop(DropPattern.ofServer("crm"))).isZero();
            refusedDrops.await();

            assertThat(shared.find(KEY)).isNotNull();
            assertThat(first.find(KEY)).isNull();
            assertThat(first.find(otherKey)).isNull();
            assertThat(first.isStale(otherKey, first.currentMark("files"))).isTrue();
            assertThat(first.put(otherKey, cacheEntry(3), first.currentMark("files")))
                    .isFalse();

            isReadOnly.set(false);
            Await.until("the cache is used again", () -> first.find(otherKey) != null);
            assertThat(shared.find(KEY)).isNull();
            assertThat(first.isStale(otherKey, first.currentMark("files"))).isFalse();
        }
    }

    @Test
    void tooManyPendingDropsDropEverything() throws Exception {
        CacheIndex shared = CacheIndex.inMemory(CacheLimits.of(100, 1_000), clock, gone -> {});
        try (SharedResponses first =
                new SharedResponses(failingIfUnreachable(CacheIndex.class, shared), replicaState())) {
            first.put(KEY, cacheEntry(1), first.currentMark("crm"));
            isUnreachable = true;
            for (int i = 0; i < 1_000; i++) {
                first.drop(DropPattern.ofServer("server " + i));
            }
            isUnreachable = false;
            Await.until("the shared entry is dropped", () -> shared.find(KEY) == null);
        }
    }

    @Test
    void releasesInBackgroundAndInOrder() throws Exception {
        List<CacheEntry> released = new ArrayList<>();
        try (ReleaseQueue releaseQueue = new ReleaseQueue(cacheEntry -> {
            if (cacheEntry.id().equals(new SnapshotId(7, 2))) {
                throw new IllegalStateException("cannot be released");
            }
            synchronized (released) {
                released.add(cacheEntry);
            }
        })) {
            for (int i = 1; i <= 3; i++) {
                releaseQueue.accept(cacheEntry(i));
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
