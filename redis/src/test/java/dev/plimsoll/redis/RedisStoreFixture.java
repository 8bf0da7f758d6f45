package dev.plimsoll.redis;

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
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.Await;
import dev.plimsoll.testkit.RedisServer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Helper methods that store and read snapshots. */
final class RedisStoreFixture {

    static final StoreLimits LARGE_LIMITS = new StoreLimits(256 << 20, 256 << 20, 10_000);
    static final Duration TTL = Duration.ofMinutes(15);

    private RedisStoreFixture() {}

    static RedisStore store(RedisServer server) {
        return store(RedisSettings.of(server.url()));
    }

    static RedisStore store(RedisSettings settings) {
        return RedisStore.open(settings, LARGE_LIMITS, new SecureRandom());
    }

    static Slice bytes(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return Slice.of(bytes);
    }

    static SaveRequest request(Duration ttl, Slice... segments) {
        SnapshotOrigin snapshotOrigin = new SnapshotOrigin("ann", "server", "tool", "", "");
        return new SaveRequest(snapshotOrigin, Slice.of("notes"), List.of(segments), ttl, ttl.multipliedBy(4));
    }

    static SnapshotId save(SnapshotStore store, Slice... segments) {
        return store.save(request(TTL, segments)).id();
    }

    static Snapshot find(SnapshotStore store, SnapshotId id) {
        return requireNonNull(store.find(id), "must be found");
    }

    static void assertBytes(@Nullable Snapshot snapshot, Slice bytes) {
        assertThat(requireNonNull(snapshot, "must be found").segments().get(0).read(0, bytes.length()))
                .isEqualTo(bytes);
    }

    static StoreException storeError(ThrowingCallable call) {
        return requireNonNull(catchThrowableOfType(StoreException.class, call), "must be refused");
    }

    /** Repeats the call until the store is reachable, and returns its result. */
    static <T> T retryUntilReachable(Callable<T> call) throws Exception {
        AtomicReference<@Nullable T> result = new AtomicReference<>();
        Await.until("the store is reachable", () -> {
            try {
                result.set(call.call());
                return true;
            } catch (StoreException e) {
                assertThat(e.reason()).isEqualTo(StoreException.Reason.FAILED);
                return false;
            }
        });
        return requireNonNull(result.get());
    }

    static SnapshotId saveWhenReachable(SnapshotStore store, Slice... segments) throws Exception {
        return retryUntilReachable(() -> save(store, segments));
    }
}
