package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Additional tests for a store that outlives its process: a store that is reopened, or opened twice, has the same
 * contents. Extend this class, and open all stores of a test at the same location, which is empty at the start of the
 * test.
 */
public abstract class PersistentStoreContract extends StoreFixture {

    private static final StoreLimits LARGE_LIMITS = new StoreLimits(64 << 20, 64 << 20, 10_000);

    @Test
    void hasAllContentAfterReopening() {
        SnapshotStore before = open(LARGE_LIMITS);
        Slice small = bytes(100);
        Slice large = bytes(300_000);
        Snapshot stored =
                before.save(new SaveRequest(origin("\u00e4nn"), bytes(3_000), List.of(small, large), TTL, MAX_TTL));
        before.close();
        Snapshot found = requireFound(open(LARGE_LIMITS), stored.id());
        assertThat(found.origin()).isEqualTo(stored.origin());
        assertThat(found.takenAt()).isEqualTo(stored.takenAt());
        assertThat(found.notes()).isEqualTo(stored.notes());
        assertThat(found.segments()).hasSize(2);
        assertThat(found.segments().get(0).read(0, 100)).isEqualTo(small);
        assertThat(found.segments().get(1).read(65_530, 65_545)).isEqualTo(large.sub(65_530, 65_545));
        assertThat(found.segments().get(1).read(0, 300_000)).isEqualTo(large);
    }

    @Test
    void keepsViewNumbersAfterReopening() {
        SnapshotStore before = open(LARGE_LIMITS);
        SnapshotId id = save(before, "ann", bytes(10)).id();
        for (int i = 0; i < 20; i++) {
            before.addView(id, Slice.of("view " + i));
        }
        before.close();
        SnapshotStore after = open(LARGE_LIMITS);
        assertThat(after.findView(id, 7)).isEqualTo(Slice.of("view 7"));
        assertThat(after.addView(id, Slice.of("view 19"))).isEqualTo(19);
        assertThat(after.addView(id, Slice.of("new"))).isEqualTo(20);
        assertThat(after.findView(id, 21)).isNull();
    }

    @Test
    void reportsOccupancyAfterReopening() {
        SnapshotStore before = open(LARGE_LIMITS);
        saveAll(before, "ann", "ben").forEach(id -> before.addView(id, Slice.of("view")));
        long bytes = before.usage().bytes();
        before.close();
        SnapshotStore after = open(LARGE_LIMITS);
        assertThat(after.usage().snapshots()).isEqualTo(2);
        assertThat(after.usage().bytes()).isEqualTo(bytes);
    }

    @Test
    void keepsExpiryTimesAfterReopening() {
        SnapshotStore before = open(LARGE_LIMITS);
        SnapshotId used = save(before, "ann", bytes(10)).id();
        SnapshotId unused = save(before, "ann", bytes(10)).id();
        clock.advance(TTL.minus(TICK));
        requireFound(before, used);
        before.close();
        clock.advance(TTL.minus(TICK));
        SnapshotStore after = open(LARGE_LIMITS);
        assertGone(after, unused);
        requireFound(after, used);
        for (int i = 0; i < 2; i++) {
            clock.advance(TTL.minus(TICK));
            after.find(used);
        }
        clock.advance(TTL.minus(TICK));
        assertGone(after, used);
    }

    @Test
    void obeysLimitsAfterReopening() {
        StoreLimits storeLimits = new StoreLimits(35 * SIZE / 10, 25 * SIZE / 10, 10);
        SnapshotStore before = open(storeLimits);
        List<SnapshotId> ids = new ArrayList<>();
        for (String caller : List.of("ann", "ann", "ben")) {
            ids.add(save(before, caller, bytes(SIZE)).id());
            clock.advance(TICK);
        }
        before.close();
        SnapshotStore after = open(storeLimits);
        assertRefused(Reason.CALLER_FULL, () -> save(after, "ann", bytes(SIZE)));
        assertRefused(Reason.FULL, () -> save(after, "cid", bytes(SIZE)));
        clock.advance(StoreLimits.PROTECTION_TIME);
        requireFound(after, ids.get(0));
        requireFound(after, save(after, "cid", bytes(SIZE)).id());
        assertThat(after.find(ids.get(1))).isNull();
        requireFound(after, ids.get(0));
    }

    @Test
    void servesSnapshotsOfAnotherInstance() {
        SnapshotStore first = open(LARGE_LIMITS);
        SnapshotStore second = open(LARGE_LIMITS);
        Slice bytes = bytes(70_000);
        SnapshotId id = save(first, "ann", bytes).id();
        assertThat(requireFound(second, id).segments().get(0).read(0, 70_000)).isEqualTo(bytes);
        second.remove(id);
        assertThat(first.find(id)).isNull();
    }

    @Test
    void sharesViewNumbersWithAnotherInstance() {
        SnapshotStore first = open(LARGE_LIMITS);
        SnapshotStore second = open(LARGE_LIMITS);
        SnapshotId id = save(first, "ann", bytes(10)).id();
        for (int i = 0; i < 20; i++) {
            SnapshotStore writer = i % 3 == 0 ? first : second;
            SnapshotStore reader = i % 3 == 0 ? second : first;
            assertThat(writer.addView(id, Slice.of("view " + i))).isEqualTo(i);
            assertThat(reader.findView(id, i)).isEqualTo(Slice.of("view " + i));
            assertThat(reader.addView(id, Slice.of("view " + i))).isEqualTo(i);
        }
    }

    @Test
    void evictsNothingThatAnotherInstanceUses() {
        StoreLimits storeLimits = new StoreLimits(35 * SIZE / 10, 35 * SIZE / 10, 10);
        SnapshotStore first = open(storeLimits);
        SnapshotStore second = open(storeLimits);
        List<SnapshotId> ids = new ArrayList<>(saveAll(first, "ann", "ben", "cid"));
        clock.advance(StoreLimits.PROTECTION_TIME);
        requireFound(second, ids.get(0));
        requireFound(first, save(first, "dan", bytes(SIZE)).id());
        requireFound(first, ids.get(0));
        assertThat(first.find(ids.get(1))).isNull();
        assertThat(second.find(ids.get(1))).isNull();
    }

    @Test
    void useByAnotherInstanceExtendsTheTtl() {
        SnapshotStore first = open(LARGE_LIMITS);
        SnapshotStore second = open(LARGE_LIMITS);
        SnapshotId id = save(first, "ann", bytes(10)).id();
        clock.advance(TTL.minus(TICK));
        requireFound(second, id);
        clock.advance(TTL.minus(TICK));
        requireFound(first, id);
        clock.advance(TTL);
        assertGone(first, id);
        assertGone(second, id);
    }
}
