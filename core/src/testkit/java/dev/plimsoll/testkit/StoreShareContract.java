package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of the shares of callers in a store that is full. */
abstract class StoreShareContract extends StoreLimitsContract {

    private static final Duration LONG = Duration.ofHours(1);

    /**
     * Returns limits with a reserve for other callers, and with space for the given number of snapshots of {@code SIZE}
     * bytes, each with 2,000 bytes of overhead.
     */
    private static StoreLimits limitsFor(int snapshots) {
        long max = snapshots * (SIZE + 2_000L);
        return new StoreLimits(max, max, 1_000).withReserve();
    }

    private @Nullable Reason trySave(SnapshotStore store, String caller) {
        return trySave(store, new SnapshotOrigin(caller, "crm", "list", "", ""), SIZE);
    }

    private @Nullable Reason trySave(SnapshotStore store, SnapshotOrigin origin, int size) {
        SaveRequest request = new SaveRequest(origin, Slice.of(""), List.of(bytes(size)), LONG, LONG);
        StoreException refused = catchThrowableOfType(StoreException.class, () -> store.save(request));
        return refused == null ? null : refused.reason();
    }

    private int saveUntilRefused(SnapshotStore store, String caller) {
        int saved = 0;
        while (saved < 1_000 && trySave(store, caller) == null) {
            saved++;
        }
        return saved;
    }

    @Test
    void keepsATenthForOtherCallers() {
        SnapshotStore store = open(limitsFor(100));
        assertThat(saveUntilRefused(store, "ann")).isBetween(86, 92);
        assertThat(trySave(store, "ann")).isEqualTo(Reason.CALLER_FULL);
        assertThat(saveUntilRefused(store, "ben")).isBetween(8, 13);
        assertThat(trySave(store, "ben")).as("the store is full").isEqualTo(Reason.FULL);
    }

    @Test
    void keepsATenthOfTheSnapshotCountForOthers() {
        SnapshotStore store = open(new StoreLimits(60 * (SIZE + 2_000L), 60 * (SIZE + 2_000L), 50).withReserve());
        assertThat(saveUntilRefused(store, "ann")).isEqualTo(45);
        assertThat(saveUntilRefused(store, "ben")).isEqualTo(5);
    }

    @Test
    void twoCallersShareEvenlyOnceOldResultsMayBeEvicted() {
        SnapshotStore store = open(limitsFor(100));
        assertThat(saveUntilRefused(store, "ann")).isGreaterThan(80);
        clock.advance(StoreLimits.PROTECTION_TIME.plusSeconds(1));
        assertThat(saveUntilRefused(store, "ben"))
                .as("up to its share and the reserve")
                .isGreaterThan(45);
        assertThat(trySave(store, "ann")).as("ann still has results to evict").isNull();
        assertThat(trySave(store, "ben"))
                .as("above its share, without old results")
                .isEqualTo(Reason.CALLER_FULL);
    }

    @Test
    void unnamedCallersHaveSharesByAddress() {
        SnapshotStore store = open(limitsFor(20));
        SnapshotOrigin here = new SnapshotOrigin("anyone", "crm", "list", "", "", "anyone at 10.0.0.1");
        SnapshotOrigin there = new SnapshotOrigin("anyone", "crm", "list", "", "", "anyone at 10.0.0.2");
        int saved = 0;
        while (trySave(store, here, SIZE) == null) {
            saved++;
        }
        assertThat(saved).isBetween(15, 18);
        assertThat(trySave(store, here, SIZE)).isEqualTo(Reason.CALLER_FULL);
        assertThat(trySave(store, there, SIZE)).isNull();
        assertThat(trySave(store, here, SIZE)).isEqualTo(Reason.CALLER_FULL);
    }

    @Test
    void givesLargerSharesToCallersWithLargerWeights() {
        SnapshotStore store = open(limitsFor(100).withReserve(holder -> holder.equals("team") ? 3 : 1));
        assertThat(saveUntilRefused(store, "ann")).isGreaterThan(80);
        clock.advance(StoreLimits.PROTECTION_TIME.plusSeconds(1));
        assertThat(saveUntilRefused(store, "team"))
                .as("three quarters, or more while it leaves the reserve")
                .isBetween(70, 92);
    }

    @Test
    void expiredSnapshotsUseNoShare() {
        SnapshotStore store = open(new StoreLimits(60 * (SIZE + 2_000L), 60 * (SIZE + 2_000L), 20).withReserve());
        for (int round = 0; round < 3; round++) {
            for (String caller : List.of("ann", "ben", "cid")) {
                assertThat(saveUntilRefused(store, caller)).as(caller).isEqualTo(18);
                clock.advance(LONG);
            }
        }
    }

    @Test
    void oneCallerFillsAStoreWithoutReserve() {
        StoreLimits limits = limitsFor(100);
        SnapshotStore store = open(new StoreLimits(limits.maxBytes(), limits.maxBytes(), 1_000));
        assertThat(saveUntilRefused(store, "ann")).isGreaterThan(96);
    }
}
