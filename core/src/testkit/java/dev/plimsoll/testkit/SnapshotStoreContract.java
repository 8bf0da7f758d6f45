package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Tests that every {@link SnapshotStore} must pass. Extend it, and return an empty store that enforces the limits and
 * uses the given clock. Its overhead for a snapshot of 100 KB must stay below 10 KB.
 */
public abstract class SnapshotStoreContract extends StoreShareContract {

    private static final StoreLimits LARGE_LIMITS = new StoreLimits(64 << 20, 64 << 20, 10_000);
    private static final SnapshotId UNKNOWN = new SnapshotId(1, 2);
    /** A number of expired snapshots that is so large that a store may need several calls to remove all of them. */
    private static final int MANY = 150;

    @Test
    void readsBackEveryByteInAnyRange() {
        SnapshotStore store = open(LARGE_LIMITS);
        List<Slice> originals = new ArrayList<>();
        for (int size : new int[] {0, 1, 100, 65_535, 65_536, 65_537, 1_000_000}) {
            originals.add(bytes(size));
        }
        SnapshotId id = store.save(new SaveRequest(origin("ann"), bytes(300), originals, TTL, MAX_TTL))
                .id();
        List<Segment> segments = requireFound(store, id).segments();
        assertThat(segments).hasSameSizeAs(originals);
        for (int i = 0; i < originals.size(); i++) {
            Slice original = originals.get(i);
            Segment segment = segments.get(i);
            assertThat(segment.length()).isEqualTo(original.length());
            assertThat(segment.read(0, segment.length())).isEqualTo(original);
            for (int n = 0; n < 50; n++) {
                int from = random.nextInt(original.length() + 1);
                int to = from + random.nextInt(original.length() - from + 1);
                assertThat(segment.read(from, to)).isEqualTo(original.sub(from, to));
            }
        }
    }

    @Test
    void storesSlicesOfLargerArrays() {
        SnapshotStore store = open(LARGE_LIMITS);
        Slice message = bytes(10_000);
        List<Slice> parts = List.of(message.sub(10, 20), message.sub(3_000, 9_999), message.sub(5, 5));
        SnapshotId id = store.save(new SaveRequest(origin("ann"), message.sub(0, 5), parts, TTL, MAX_TTL))
                .id();
        assertThat(requireFound(store, id).notes()).isEqualTo(message.sub(0, 5));
        assertThat(requireFound(store, id).segments().stream().map(s -> s.read(0, s.length())))
                .isEqualTo(parts);
    }

    @Test
    void refusesToReadOutsideASegment() {
        SnapshotStore store = open(LARGE_LIMITS);
        Segment segment = save(store, "ann", bytes(10)).segments().get(0);
        assertThatThrownBy(() -> segment.read(0, 11)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segment.read(-1, 5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segment.read(6, 5)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void storesTheOriginOfASnapshot() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotOrigin snapshotOrigin = new SnapshotOrigin("änn", "", "list_\u00fc", "tier", "5f");
        Snapshot stored = store.save(new SaveRequest(snapshotOrigin, Slice.of("notes"), List.of(), TTL, MAX_TTL));
        clock.advance(Duration.ofMinutes(3));
        for (Snapshot snapshot : List.of(stored, requireFound(store, stored.id()))) {
            assertThat(snapshot.id()).isEqualTo(stored.id());
            assertThat(snapshot.origin()).isEqualTo(snapshotOrigin);
            assertThat(snapshot.takenAt()).isEqualTo(clock.instant().minus(Duration.ofMinutes(3)));
            assertThat(snapshot.notes()).isEqualTo(Slice.of("notes"));
            assertThat(snapshot.segments()).isEmpty();
        }
    }

    @Test
    void givesEverySnapshotAUniqueId() {
        SnapshotStore store = open(LARGE_LIMITS);
        Slice bytes = bytes(10);
        Set<SnapshotId> ids = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            ids.add(save(store, "ann", bytes).id());
        }
        assertThat(ids).hasSize(500);
        assertThat(store.usage().snapshots()).isEqualTo(500);
    }

    @Test
    void findsNothingForUnknownIds() {
        SnapshotStore store = open(LARGE_LIMITS);
        save(store, "ann", bytes(10));
        assertGone(store, UNKNOWN);
        assertThatCode(() -> store.remove(UNKNOWN)).doesNotThrowAnyException();
    }

    @Test
    void expiresExactlyAfterTheTtl() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotId id = save(store, "ann", bytes(10)).id();
        store.addView(id, Slice.of("view"));
        clock.advance(TTL.minus(TICK));
        assertThat(store.findView(id, 0)).isEqualTo(Slice.of("view"));
        assertThat(store.usage().snapshots()).isEqualTo(1);
        clock.advance(TICK);
        assertGone(store, id);
    }

    @Test
    void refusesTheFirstCallAfterExpiry() {
        List<Consumer<SnapshotStore>> calls = List.of(
                store -> assertThat(store.findView(expiredSnapshot(store), 0)).isNull(),
                store -> assertThat(store.find(expiredSnapshot(store))).isNull(),
                store -> {
                    SnapshotId id = expiredSnapshot(store);
                    assertRefused(Reason.GONE, () -> store.addView(id, Slice.of("view")));
                });
        calls.forEach(call -> call.accept(open(LARGE_LIMITS)));
    }

    /** Checks that expired snapshots are never found, even if the store removes only a few at a time. */
    @Test
    void findsNothingExpiredWhenManyExpireTogether() {
        List<BiConsumer<SnapshotStore, SnapshotId>> calls = List.of(
                (store, id) -> assertThat(store.find(id)).isNull(),
                (store, id) -> assertThat(store.findView(id, 0)).isNull(),
                (store, id) -> assertRefused(Reason.GONE, () -> store.addView(id, Slice.of("view"))));
        calls.forEach(call -> {
            SnapshotStore store = open(LARGE_LIMITS);
            for (int i = 0; i < MANY; i++) {
                save(store, "ann", bytes(10));
            }
            clock.advance(TICK);
            call.accept(store, expiredSnapshot(store));
        });
    }

    private SnapshotId expiredSnapshot(SnapshotStore store) {
        SnapshotId id = save(store, "ann", bytes(10)).id();
        store.addView(id, Slice.of("view"));
        clock.advance(TTL);
        return id;
    }

    @Test
    void restartsTheTtlWithEveryFind() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotId used = save(store, "ann", bytes(10)).id();
        SnapshotId unused = save(store, "ann", bytes(10)).id();
        clock.advance(TTL.minus(TICK));
        requireFound(store, used);
        clock.advance(TTL.minus(TICK));
        requireFound(store, used);
        assertGone(store, unused);
        clock.advance(TTL);
        assertGone(store, used);
    }

    @Test
    void expiresAtTheMaxTtlDespiteUse() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotId id = save(store, "ann", bytes(10)).id();
        for (Duration age = TICK; age.compareTo(MAX_TTL) < 0; age = age.plus(TTL.dividedBy(2))) {
            requireFound(store, id);
            clock.advance(TTL.dividedBy(2));
        }
        assertGone(store, id);
    }

    @Test
    void obeysAMaxTtlBelowTheTtl() {
        SnapshotStore store = open(LARGE_LIMITS);
        // MAX_TTL is the TTL of this snapshot, and TTL is its maximum
        SaveRequest saveRequest = new SaveRequest(origin("ann"), Slice.of(""), List.of(bytes(10)), MAX_TTL, TTL);
        SnapshotId id = store.save(saveRequest).id();
        clock.advance(TTL.minus(TICK));
        requireFound(store, id);
        clock.advance(TICK);
        assertGone(store, id);
    }

    @Test
    void restoresNothingWhenTheClockIsSetBack() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotId expired = save(store, "ann", bytes(10)).id();
        clock.advance(TTL);
        SnapshotId alive = save(store, "ann", bytes(10)).id();
        assertGone(store, expired);
        clock.setBack(Duration.ofDays(1));
        assertGone(store, expired);
        requireFound(store, alive);
        requireFound(store, save(store, "ann", bytes(10)).id());
        assertThat(store.usage().snapshots()).isEqualTo(2);
    }

    @Test
    void removesOnlyTheGivenSnapshotImmediately() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotId removed = save(store, "ann", bytes(10)).id();
        SnapshotId other = save(store, "ann", bytes(10)).id();
        store.addView(removed, Slice.of("view"));
        store.remove(removed);
        assertGone(store, removed);
        requireFound(store, other);
        assertThatCode(() -> store.remove(removed)).doesNotThrowAnyException();
        assertThat(store.usage().snapshots()).isEqualTo(1);
    }

    @Test
    void removesASnapshotOnlyIfItHasNoViews() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotId viewed = save(store, "ann", bytes(10)).id();
        SnapshotId unviewed = save(store, "ann", bytes(10)).id();
        store.addView(viewed, Slice.of("view"));
        assertThat(store.removeIfWithoutViews(viewed)).isFalse();
        assertThat(store.removeIfWithoutViews(unviewed)).isTrue();
        requireFound(store, viewed);
        assertGone(store, unviewed);
        assertThat(store.findView(viewed, 0)).isEqualTo(Slice.of("view"));
    }

    @Test
    void numbersViewsFromZeroAndFindsThem() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotId id = save(store, "ann", bytes(10)).id();
        SnapshotId other = save(store, "ann", bytes(10)).id();
        List<String> views = List.of("", "a", "ab", "b", "A", "\u00ff");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < views.size(); i++) {
                assertThat(store.addView(id, Slice.of(views.get(i)))).isEqualTo(i);
                assertThat(store.findView(id, i)).isEqualTo(Slice.of(views.get(i)));
            }
        }
        assertThat(store.findView(id, views.size())).isNull();
        assertThat(store.findView(id, -1)).isNull();
        assertThat(store.findView(other, 0)).isNull();
        assertThat(store.addView(other, Slice.of("b"))).isZero();
    }

    @Test
    void storesAtMostTenThousandViews() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotId id = save(store, "ann", bytes(10)).id();
        for (int i = 0; i < StoreLimits.MAX_VIEWS; i++) {
            store.addView(id, Slice.of("view " + i));
        }
        assertRefused(Reason.VIEWS_FULL, () -> store.addView(id, Slice.of("one more")));
        assertThat(store.addView(id, Slice.of("view 9999"))).isEqualTo(9_999);
        assertThat(store.findView(id, 10_000)).isNull();
    }

    @Test
    void storesAtMostOneMegabyteOfViews() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotId id = save(store, "ann", bytes(10)).id();
        Slice large = bytes(StoreLimits.MAX_VIEW_BYTES - 1);
        assertRefused(Reason.VIEWS_FULL, () -> store.addView(id, bytes(StoreLimits.MAX_VIEW_BYTES + 1)));
        assertThat(store.addView(id, large)).isZero();
        assertRefused(Reason.VIEWS_FULL, () -> store.addView(id, Slice.of("ab")));
        assertThat(store.addView(id, Slice.of("a"))).isEqualTo(1);
        assertThat(store.addView(id, large)).isZero();
    }

    @Test
    void occupancyCountsReadableSnapshots() {
        SnapshotStore store = open(LARGE_LIMITS);
        long empty = store.usage().bytes();
        SnapshotId id = save(store, "ann", bytes(SIZE)).id();
        assertThat(store.usage().snapshots()).isEqualTo(1);
        assertThat(store.usage().maxBytes()).isEqualTo(LARGE_LIMITS.maxBytes());
        assertThat(store.usage().bytes()).isBetween(empty + SIZE, empty + SIZE + 10_000);
        store.remove(id);
        assertThat(store.usage().bytes()).isEqualTo(empty);
        save(store, "ben", bytes(SIZE));
        clock.advance(TTL);
        assertThat(store.usage().snapshots()).isZero();
        assertThat(store.usage().bytes()).isEqualTo(empty);
    }

    @Test
    void refusesCallsAfterClose() {
        SnapshotStore store = open(LARGE_LIMITS);
        SnapshotId id = save(store, "ann", bytes(10)).id();
        store.close();
        assertThatCode(store::close).doesNotThrowAnyException();
        assertRefused(Reason.FAILED, () -> save(store, "ann", bytes(10)));
        assertThat(store.find(id)).isNull();
    }

    @Test
    void describesItselfInOneShortLine() {
        assertThat(open(LARGE_LIMITS).describe())
                .isNotBlank()
                .hasSizeLessThan(100)
                .doesNotContain("\n");
    }

    @Test
    void agreesWithASimpleModelOnRandomCalls() {
        for (int seed = 0; seed < 10; seed++) {
            FakeClock time = new FakeClock();
            new StoreModelCheck(register(store(LARGE_LIMITS, time)), time, seed).run(400);
        }
    }

    @Test
    void agreesWithASimpleModelWhenSpaceIsShort() {
        for (int seed = 0; seed < 10; seed++) {
            FakeClock time = new FakeClock();
            new StoreModelCheck(register(store(new StoreLimits(40_000, 25_000, 12), time)), time, seed).run(400);
        }
    }

    @Test
    void storesAThousandSnapshotsConcurrently() throws Exception {
        new StoreStressCheck(open(LARGE_LIMITS)).checkWritesReadsAndDeletes();
    }

    @Test
    void givesConcurrentReadersTheSameViewNumber() throws Exception {
        new StoreStressCheck(open(LARGE_LIMITS)).checkViewNumbers();
    }

    @Test
    void staysWithinLimitsDuringConcurrentWrites() throws Exception {
        new StoreStressCheck(open(new StoreLimits(600_000, 90_000, 10_000))).checkLimits(90_000);
    }

    @Test
    void expiresCorrectlyWhileTheClockMovesConcurrently() throws Exception {
        new StoreStressCheck(open(LARGE_LIMITS)).checkExpiry(clock);
    }
}
