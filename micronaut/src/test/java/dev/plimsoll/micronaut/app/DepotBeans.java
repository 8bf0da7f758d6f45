package dev.plimsoll.micronaut.app;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Beans of an application that replace the store, the keys, and the listener of the guard. All replicas share the store. */
@Factory
@Requires(property = "depot.beans")
public class DepotBeans {

    /** Number of receipts of all replicas. */
    public static final AtomicInteger RECEIPT_COUNT = new AtomicInteger();

    private static final SnapshotStore STORE =
            SnapshotStore.inMemory(new StoreLimits(16L << 20, 4L << 20, 100), Clock.systemUTC(), new SecureRandom());

    @Singleton
    SnapshotStore store() {
        return STORE;
    }

    @Singleton
    KeyRing keys() {
        return KeyRing.of("0123456789abcdef".getBytes(StandardCharsets.UTF_8), List.of());
    }

    @Singleton
    GuardListener listener() {
        return receipt -> RECEIPT_COUNT.incrementAndGet();
    }
}
