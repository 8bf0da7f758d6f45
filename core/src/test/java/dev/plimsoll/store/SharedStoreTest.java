package dev.plimsoll.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the shares of callers in a store that is full. */
class SharedStoreTest {

    private static final Duration TTL = Duration.ofHours(1);
    private static final int UNIT = 100_000;

    private Instant clock = Instant.EPOCH;

    private SnapshotStore store(StoreLimits limits) {
        return SnapshotStore.inMemory(limits, () -> clock, new SplittableRandom(7));
    }

    private static @Nullable Reason save(SnapshotStore store, String caller, int bytes) {
        return save(store, new SnapshotOrigin(caller, "crm", "list", "", ""), bytes);
    }

    private static @Nullable Reason save(SnapshotStore store, SnapshotOrigin origin, int bytes) {
        SaveRequest request = new SaveRequest(origin, Slice.of(""), List.of(Slice.of(new byte[bytes])), TTL, TTL);
        StoreException refused = catchThrowableOfType(StoreException.class, () -> store.save(request));
        return refused == null ? null : refused.reason();
    }

    private static int saveUntilRefused(SnapshotStore store, String caller) {
        int saved = 0;
        while (saved < 1_000 && save(store, caller, UNIT) == null) {
            saved++;
        }
        return saved;
    }

    /** The limit of bytes, with the overhead of this many snapshots. */
    private static StoreLimits bytes(int units) {
        long max = units * (UNIT + 2_000L);
        return new StoreLimits(max, max, 1_000).shared();
    }

    @Test
    void keepsATenthForOtherCallers() {
        SnapshotStore store = store(bytes(100));
        assertThat(saveUntilRefused(store, "ann")).isBetween(88, 92);
        assertThat(save(store, "ann", UNIT)).isEqualTo(Reason.CALLER_FULL);
        assertThat(saveUntilRefused(store, "ben")).isBetween(9, 12);
        assertThat(save(store, "ben", UNIT)).as("the store is full").isEqualTo(Reason.FULL);
    }

    @Test
    void keepsATenthOfTheSnapshots() {
        SnapshotStore store = store(new StoreLimits(1L << 30, 1L << 30, 50).shared());
        assertThat(saveUntilRefused(store, "ann")).isEqualTo(45);
        assertThat(saveUntilRefused(store, "ben")).isEqualTo(5);
    }

    @Test
    void twoCallersShareEvenlyOnceOldResultsMayBeEvicted() {
        SnapshotStore store = store(bytes(100));
        assertThat(saveUntilRefused(store, "ann")).isGreaterThan(80);
        clock = clock.plus(StoreLimits.PROTECTED).plusSeconds(1);
        assertThat(saveUntilRefused(store, "ben"))
                .as("up to its share and the reserve")
                .isGreaterThan(45);
        assertThat(save(store, "ann", UNIT))
                .as("ann still has results to evict")
                .isNull();
        assertThat(save(store, "ben", UNIT))
                .as("above its share, without old results")
                .isEqualTo(Reason.CALLER_FULL);
    }

    /** Checks callers without a name, who differ by their addresses. */
    @Test
    void holdersHaveShares() {
        SnapshotStore store = store(bytes(20));
        SnapshotOrigin here = new SnapshotOrigin("anyone", "crm", "list", "", "", "anyone at 10.0.0.1");
        SnapshotOrigin there = new SnapshotOrigin("anyone", "crm", "list", "", "", "anyone at 10.0.0.2");
        int saved = 0;
        while (save(store, here, UNIT) == null) {
            saved++;
        }
        assertThat(saved).isBetween(16, 18);
        assertThat(save(store, here, UNIT)).isEqualTo(Reason.CALLER_FULL);
        assertThat(save(store, there, UNIT)).isNull();
        assertThat(save(store, here, UNIT)).isEqualTo(Reason.CALLER_FULL);
    }

    @Test
    void sharesHaveWeights() {
        StoreLimits limits = bytes(100).shared(holder -> holder.equals("team") ? 3 : 1);
        SnapshotStore store = store(limits);
        assertThat(saveUntilRefused(store, "ann")).isGreaterThan(80);
        clock = clock.plus(StoreLimits.PROTECTED).plusSeconds(1);
        assertThat(saveUntilRefused(store, "team"))
                .as("three quarters, or more while it leaves the reserve")
                .isBetween(70, 92);
    }

    @Test
    void reservesNothingWithoutSharing() {
        StoreLimits limits = bytes(100);
        SnapshotStore store = store(new StoreLimits(limits.maxBytes(), limits.maxBytes(), 1_000));
        assertThat(saveUntilRefused(store, "ann")).isGreaterThan(98);
    }
}
