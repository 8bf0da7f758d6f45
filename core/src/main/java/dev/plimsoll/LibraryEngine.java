package dev.plimsoll;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
import java.security.SecureRandom;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Engine of a library that guards a server or an agent, with its store. */
public record LibraryEngine(Plimsoll engine, SnapshotStore store) implements AutoCloseable {

    /**
     * Creates an engine.
     *
     * @param store store of the snapshots; null for a store in memory
     * @param storeBytes maximum size of the store in memory, in bytes
     * @param keys keys for cursors; null for a random key
     */
    public static LibraryEngine of(
            Policies policies,
            @Nullable SnapshotStore store,
            long storeBytes,
            @Nullable KeyRing keys,
            GuardListener listener) {
        SecureRandom random = new SecureRandom();
        SnapshotStore snapshots =
                store == null ? SnapshotStore.inMemory(StoreLimits.of(storeBytes), Clock.systemUTC(), random) : store;
        Plimsoll engine = Plimsoll.builder()
                .store(snapshots)
                .keys(keys == null ? KeyRing.random(random) : keys)
                .policies(StyleRegistry.standard().resolve(policies))
                .listener(listener)
                .build();
        return new LibraryEngine(engine, snapshots);
    }

    /** Closes the page sources of the engine, and the store. */
    @Override
    public void close() {
        engine.closeSources();
        store.close();
    }
}
