package dev.plimsoll.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests of a store's limits: what it refuses, and what it evicts. A limit of {@code 35 * SIZE / 10} bytes is enough for
 * three snapshots of {@code SIZE} bytes with their overhead, but not for four; {@code 25 * SIZE / 10} is enough for
 * two.
 */
abstract class StoreLimitsContract extends StoreFixture {

    @Test
    void refusesASnapshotLargerThanTheStore() {
        SnapshotStore store = open(new StoreLimits(3 * SIZE, 2 * SIZE, 10));
        SnapshotId id = save(store, "ann", bytes(SIZE)).id();
        clock.advance(TTL.minus(TICK));
        assertRefused(Reason.TOO_LARGE, () -> save(store, "ann", bytes(4 * SIZE)));
        assertRefused(Reason.TOO_LARGE, () -> save(store, "ann", bytes(2 * SIZE)));
        assertRefused(Reason.TOO_LARGE, () -> save(store, "ben", bytes(SIZE), bytes(SIZE)));
        requireFound(store, id);
    }

    @Test
    void refusesASnapshotWhenTheStoreIsFull() {
        SnapshotStore store = open(new StoreLimits(35 * SIZE / 10, 35 * SIZE / 10, 10));
        List<SnapshotId> ids = saveAll(store, "ann", "ben", "cid");
        clock.advance(StoreLimits.PROTECTION_TIME.minus(TICK));
        assertRefused(Reason.FULL, () -> save(store, "dan", bytes(SIZE)));
        assertThat(store.usage().snapshots()).isEqualTo(3);
        ids.forEach(id -> requireFound(store, id));
        store.remove(ids.get(1));
        requireFound(store, save(store, "dan", bytes(SIZE)).id());
    }

    @Test
    void refusesACallerWhoseLimitIsReached() {
        SnapshotStore store = open(new StoreLimits(100 * SIZE, 25 * SIZE / 10, 10));
        SnapshotId first = save(store, "ann", bytes(SIZE)).id();
        save(store, "ann", bytes(SIZE));
        assertRefused(Reason.CALLER_FULL, () -> save(store, "ann", bytes(SIZE)));
        requireFound(store, save(store, "ben", bytes(SIZE)).id());
        requireFound(store, save(store, "", bytes(SIZE)).id());
        store.remove(first);
        requireFound(store, save(store, "ann", bytes(SIZE)).id());
    }

    @Test
    void refusesMoreThanTheMaximumOfSnapshots() {
        SnapshotStore store = open(new StoreLimits(10 * SIZE, 10 * SIZE, 3));
        List<SnapshotId> ids = saveAll(store, "ann", "ben", "cid");
        assertRefused(Reason.FULL, () -> save(store, "dan", bytes(1)));
        clock.advance(StoreLimits.PROTECTION_TIME);
        requireFound(store, save(store, "dan", bytes(1)).id());
        assertThat(store.find(ids.get(0))).isNull();
        assertThat(store.usage().snapshots()).isEqualTo(3);
    }

    @Test
    void evictsLeastRecentlyUsedFirstAndOnlyAsNeeded() {
        SnapshotStore store = open(new StoreLimits(35 * SIZE / 10, 35 * SIZE / 10, 10));
        List<SnapshotId> ids = saveAll(store, "ann", "ben", "cid");
        clock.advance(Duration.ofMinutes(1));
        requireFound(store, ids.get(0));
        clock.advance(StoreLimits.PROTECTION_TIME);
        requireFound(store, save(store, "dan", bytes(SIZE)).id());
        assertThat(store.find(ids.get(1))).isNull();
        requireFound(store, ids.get(0));
        requireFound(store, ids.get(2));
    }

    @Test
    void evictsOnlySnapshotsOfACallerWhoseLimitIsReached() {
        SnapshotStore store = open(new StoreLimits(35 * SIZE / 10, 25 * SIZE / 10, 3));
        List<SnapshotId> ids = saveAll(store, "ben", "ann", "ann");
        clock.advance(StoreLimits.PROTECTION_TIME);
        requireFound(store, save(store, "ann", bytes(SIZE)).id());
        requireFound(store, ids.get(0));
        assertThat(store.find(ids.get(1))).isNull();
        requireFound(store, ids.get(2));
    }

    @Test
    void evictsNothingForARefusedSnapshot() {
        SnapshotStore store = open(new StoreLimits(35 * SIZE / 10, 35 * SIZE / 10, 10));
        SnapshotId idle = save(store, "ann", bytes(SIZE)).id();
        clock.advance(StoreLimits.PROTECTION_TIME);
        saveAll(store, "ben", "cid");
        assertRefused(Reason.FULL, () -> save(store, "dan", bytes(2 * SIZE)));
        requireFound(store, idle);
    }

    @Test
    void reusesTheSpaceOfExpiredSnapshots() {
        SnapshotStore store = open(new StoreLimits(35 * SIZE / 10, 35 * SIZE / 10, 3));
        for (int round = 0; round < 5; round++) {
            saveAll(store, "ann", "ann", "ann").forEach(id -> requireFound(store, id));
            clock.advance(TTL);
        }
    }

    @Test
    void refusalMessageOmitsThePayload() {
        SnapshotStore store = open(new StoreLimits(2 * SIZE, 2 * SIZE, 10));
        Slice secret = bytes(3 * SIZE); // incompressible, because a store that compresses might fit other bytes
        System.arraycopy("secret ".repeat(SIZE / 7).getBytes(UTF_8), 0, secret.bytes(), 0, SIZE / 7 * 7);
        StoreException refused = catchRefusal(() -> save(store, "ann", secret));
        assertThat(refused).hasMessageContaining(String.valueOf(2 * SIZE));
        assertThat(refused.getMessage()).doesNotContain("secret", "ann");
    }

    @Test
    void countsViewsTowardItsLimits() {
        SnapshotStore store = open(new StoreLimits(35 * SIZE / 10, 25 * SIZE / 10, 10));
        SnapshotId id = save(store, "ann", bytes(SIZE)).id();
        long before = store.usage().bytes();
        store.addView(id, bytes(SIZE));
        assertThat(store.usage().bytes()).isBetween(before + SIZE, before + SIZE + 10_000);
        assertRefused(Reason.CALLER_FULL, () -> store.addView(id, bytes(SIZE)));
        SnapshotId other = save(store, "ben", bytes(SIZE)).id();
        assertRefused(Reason.FULL, () -> store.addView(other, bytes(SIZE)));
        assertThat(store.findView(id, 1)).isNull();
        assertThat(store.addView(id, Slice.of("small"))).isEqualTo(1);
    }

    @Test
    void neverEvictsASnapshotForItsOwnView() {
        StoreLimits forAll = new StoreLimits(35 * SIZE / 10, 100 * SIZE, 3);
        StoreLimits forCaller = new StoreLimits(100 * SIZE, 35 * SIZE / 10, 10);
        for (SnapshotStore store : List.of(open(forAll), open(forCaller))) {
            List<SnapshotId> ids = saveAll(store, "ann", "ann", "ann");
            clock.advance(StoreLimits.PROTECTION_TIME);
            assertThat(store.addView(ids.get(0), bytes(SIZE))).isZero();
            requireFound(store, ids.get(0));
            assertThat(store.find(ids.get(1))).isNull();
            requireFound(store, ids.get(2));
        }
    }
}
