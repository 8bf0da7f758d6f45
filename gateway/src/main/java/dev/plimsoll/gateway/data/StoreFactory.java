package dev.plimsoll.gateway.data;

import dev.plimsoll.disk.DiskStore;
import dev.plimsoll.disk.SpillingStore;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;

/** Opens the configured store. */
public final class StoreFactory {

    private static final int MAX_SNAPSHOTS = 100_000;

    /** A store in memory uses at most a fraction of the shared memory, and then evicts: 2 is half. */
    private static final int STORE_DIVISOR = 2;

    /** A store with spill uses a fraction of the shared memory before it moves results to disk: 32 is a 32nd. */
    private static final int SPILL_DIVISOR = 32;

    private StoreFactory() {}

    /**
     * Opens the store.
     *
     * @param isShared whether several callers share the store, as in {@code serve}; results must then survive a power
     *     failure
     * @param sharedBytes memory that the stores of all sessions of this process share; {@link Long#MAX_VALUE} if only
     *     the configuration limits the store. A store with spill uses more disk space instead.
     * @param warnings receives a message about each damaged file
     * @throws dev.plimsoll.store.StoreException if the store is not usable
     */
    public static SnapshotStore open(
            Configuration configuration, boolean isShared, long sharedBytes, Consumer<String> warnings) {
        StoreConfig storeConfig = configuration.store();
        StoreLimits storeLimits = limits(configuration, isShared);
        InstantSource clock = InstantSource.system();
        SecureRandom ids = new SecureRandom();
        if (storeConfig.type() == StoreConfig.Type.DISK) {
            Path folder = configuration.data().resolve("snapshots");
            return isShared
                    ? DiskStore.open(folder, storeLimits, clock, ids, warnings)
                    : DiskStore.openFast(folder, storeLimits, clock, ids, warnings);
        }
        if (storeConfig.type() == StoreConfig.Type.REDIS) {
            return RedisStoreFactory.open(storeConfig.redis(), storeLimits, ids);
        }
        long maxSpillBytes = storeConfig.spill().maxBytes();
        if (maxSpillBytes == 0) {
            return inMemory(configuration, isShared, sharedBytes);
        }
        long memoryBytes = Math.min(Math.max(1, sharedBytes / SPILL_DIVISOR), storeConfig.maxBytes());
        return SpillingStore.create(
                limits(configuration, isShared, memoryBytes),
                storeConfig.spill().dir(),
                maxSpillBytes + storeConfig.maxBytes() - memoryBytes,
                clock,
                ids,
                ForkJoinPool.commonPool());
    }

    /**
     * Creates a store in memory. Its results are lost when the process ends.
     *
     * @param isShared whether several callers share the store
     * @param sharedBytes see {@link #open}
     */
    static SnapshotStore inMemory(Configuration configuration, boolean isShared, long sharedBytes) {
        long maxBytes = Math.min(
                Math.max(1, sharedBytes / STORE_DIVISOR), configuration.store().maxBytes());
        return SnapshotStore.inMemory(
                limits(configuration, isShared, maxBytes), InstantSource.system(), new SecureRandom());
    }

    /** Returns the limits. In a shared store, no caller may use all of it. */
    private static StoreLimits limits(Configuration configuration, boolean isShared) {
        return limits(configuration, isShared, configuration.store().maxBytes());
    }

    private static StoreLimits limits(Configuration configuration, boolean isShared, long maxBytes) {
        StoreLimits limits = new StoreLimits(maxBytes, maxBytes, MAX_SNAPSHOTS);
        return isShared
                ? limits.withReserve(configuration.serving().access().traffic().weights())
                : limits;
    }
}
