package dev.plimsoll.testkit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;

/** Common parts of the store tests: a clock, seeded bytes, closing of stores, and helper methods. */
abstract class StoreFixture {

    static final Duration TTL = Duration.ofMinutes(15);
    static final Duration MAX_TTL = Duration.ofHours(1);
    /** The smallest time difference that stores distinguish. */
    static final Duration TICK = Duration.ofMillis(1);
    /** The size in bytes of a typical snapshot in these tests. */
    static final int SIZE = 100_000;

    protected final FakeClock clock = new FakeClock();
    final Random random = new Random(20260101);
    private final List<SnapshotStore> openStores = new ArrayList<>();

    /**
     * Opens a store, which is closed after the test. The store is empty, except if a {@link PersistentStoreContract}
     * opens its location again.
     */
    protected abstract SnapshotStore store(StoreLimits storeLimits, InstantSource clock);

    @AfterEach
    void closeStores() {
        openStores.forEach(SnapshotStore::close);
    }

    final SnapshotStore open(StoreLimits storeLimits) {
        return register(store(storeLimits, clock));
    }

    final SnapshotStore register(SnapshotStore store) {
        openStores.add(store);
        return store;
    }

    final Slice bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Slice.of(bytes);
    }

    /** Saves a snapshot of {@link #SIZE} bytes for each of the callers, in this order. */
    final List<SnapshotId> saveAll(SnapshotStore store, String... callers) {
        List<SnapshotId> ids = new ArrayList<>();
        for (String caller : callers) {
            ids.add(save(store, caller, bytes(SIZE)).id());
        }
        return ids;
    }

    static Snapshot save(SnapshotStore store, String caller, Slice... segments) {
        return store.save(new SaveRequest(origin(caller), Slice.of("notes"), List.of(segments), TTL, MAX_TTL));
    }

    static SnapshotOrigin origin(String caller) {
        return new SnapshotOrigin(caller, "server", "tool", "", "");
    }

    static Snapshot requireFound(SnapshotStore store, SnapshotId id) {
        return requireNonNull(store.find(id), "must be found");
    }

    static void assertGone(SnapshotStore store, SnapshotId id) {
        assertThat(store.find(id)).isNull();
        assertThat(store.findView(id, 0)).isNull();
        assertRefused(Reason.GONE, () -> store.addView(id, Slice.of("view")));
    }

    static void assertRefused(Reason reason, Runnable call) {
        assertThat(catchRefusal(call).reason()).isEqualTo(reason);
    }

    static StoreException catchRefusal(Runnable call) {
        return requireNonNull(catchThrowableOfType(StoreException.class, call::run), "must be refused");
    }
}
