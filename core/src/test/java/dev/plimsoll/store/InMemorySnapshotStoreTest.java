package dev.plimsoll.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests behavior that only the store in memory has; {@code SnapshotStoreContract} tests the behavior of
 * every store. */
class InMemorySnapshotStoreTest {

    private static final Duration TTL = Duration.ofMinutes(15);
    private static final StoreLimits LARGE_LIMITS = new StoreLimits(1 << 30, 1 << 30, 100);

    private Instant clock = Instant.EPOCH;
    private final SnapshotStore store = store(LARGE_LIMITS);

    @Test
    void expiresToTheNanosecond() {
        SnapshotId id = save(store, new byte[10]).id();
        clock = clock.plus(TTL).minusNanos(1);
        requireNonNull(store.find(id));
        clock = clock.plus(TTL).minusNanos(1);
        requireNonNull(store.find(id));
        clock = clock.plus(TTL);
        assertThat(store.find(id)).isNull();
    }

    @Test
    void keepsRemainingLifetimeWhenTheClockIsSetBack() {
        SnapshotId id = save(store, new byte[10]).id();
        clock = clock.minus(Duration.ofDays(1));
        requireNonNull(store.find(id));
        clock = clock.plus(TTL).minusNanos(1);
        assertThat(store.usage().snapshots()).isEqualTo(1);
        clock = clock.plusNanos(1);
        assertThat(store.usage().snapshots()).isZero();
    }

    @Test
    void acceptsVeryLongLifetimes() {
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        SaveRequest saveRequest = new SaveRequest(origin(), Slice.of(""), List.of(), forever, forever);
        SnapshotId id = store.save(saveRequest).id();
        clock = clock.plus(Duration.ofDays(100_000));
        requireNonNull(store.find(id));
    }

    @Test
    void retainsTheGivenArray() {
        byte[] bytes = new byte[10];
        assertThat(save(store, bytes).segments().get(0).read(2, 5).bytes()).isSameAs(bytes);
    }

    @Test
    void countsTheFullArrayOfASlice() {
        Slice part = Slice.of(new byte[100_000]).sub(0, 60_000);
        store.save(new SaveRequest(origin(), Slice.of(""), List.of(part), TTL, TTL));
        assertThat(store.usage().bytes()).isBetween(100_000L, 102_000L);
    }

    @Test
    void countsOverheadOfSmallSnapshots() {
        Slice empty = Slice.of("");
        for (int i = 0; i < 10; i++) {
            store.save(new SaveRequest(origin(), empty, List.of(empty, empty, empty, empty), TTL, TTL));
        }
        assertThat(store.usage().bytes()).isBetween(10_000L, 20_000L);
    }

    @Test
    void freesAllBytesOfRemovedSnapshots() {
        SnapshotId id = save(store, new byte[10_000]).id();
        store.addView(id, Slice.of("a view"));
        save(store, new byte[10_000]);
        store.remove(id);
        clock = clock.plus(TTL);
        assertThat(store.usage()).isEqualTo(new StoreUsage(0, 0, LARGE_LIMITS.maxBytes()));
    }

    @Test
    void usesItsCapacityToTheLastByte() {
        save(store, new byte[10_000]);
        long entryBytes = store.usage().bytes();
        SnapshotStore fullStore = store(new StoreLimits(2 * entryBytes, 2 * entryBytes, 10));
        save(fullStore, new byte[10_000]);
        save(fullStore, new byte[10_000]);
        assertThat(fullStore.usage().bytes()).isEqualTo(2 * entryBytes);
        save(store(new StoreLimits(entryBytes, entryBytes, 1)), new byte[10_000]);
        assertRefused(Reason.FULL, new StoreLimits(2 * entryBytes - 1, 2 * entryBytes, 10));
        assertRefused(Reason.CALLER_FULL, new StoreLimits(2 * entryBytes, 2 * entryBytes - 1, 10));
        assertRefused(Reason.TOO_LARGE, new StoreLimits(entryBytes - 1, entryBytes, 10));
        assertRefused(Reason.TOO_LARGE, new StoreLimits(entryBytes, entryBytes - 1, 10));
    }

    private void assertRefused(Reason reason, StoreLimits storeLimits) {
        SnapshotStore small = store(storeLimits);
        assertThatThrownBy(() -> {
                    save(small, new byte[10_000]);
                    save(small, new byte[10_000]);
                })
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void copiesViews() {
        SnapshotId id = save(store, new byte[10]).id();
        byte[] large = new byte[1_000];
        Slice view = new Slice(large, 10, 20);
        store.addView(id, view);
        large[10] = 1;
        assertThat(store.findView(id, 0)).isEqualTo(Slice.of(new byte[10]));
    }

    @Test
    void refusesUsedIds() {
        SnapshotStore constantIds = new InMemorySnapshotStore(LARGE_LIMITS, () -> clock, () -> 4);
        save(constantIds, new byte[10]);
        assertThatThrownBy(() -> save(constantIds, new byte[10]))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FAILED));
        assertThat(constantIds.usage().snapshots()).isEqualTo(1);
    }

    @Test
    void isEmptyOnceClosed() {
        SnapshotId id = save(store, new byte[10]).id();
        store.close();
        assertThat(store.usage().bytes()).isZero();
        assertThat(store.findView(id, 0)).isNull();
    }

    @Test
    void describesItsSize() {
        assertThat(store(new StoreLimits(256 << 20, 1, 1)).describe()).isEqualTo("memory, 256 MB");
        assertThat(store(new StoreLimits(2_048, 1, 1)).describe()).isEqualTo("memory, 2 KB");
        assertThat(store(new StoreLimits(1_000, 1, 1)).describe()).isEqualTo("memory, 1000 bytes");
    }

    private SnapshotStore store(StoreLimits storeLimits) {
        return SnapshotStore.inMemory(storeLimits, () -> clock, new SplittableRandom(1));
    }

    private static Snapshot save(SnapshotStore store, byte[] bytes) {
        return store.save(new SaveRequest(origin(), Slice.of(""), List.of(Slice.of(bytes)), TTL, Duration.ofHours(1)));
    }

    private static SnapshotOrigin origin() {
        return new SnapshotOrigin("caller", "server", "tool", "", "");
    }
}
