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

/** Creates the configured store. To add a type, write its module and add a line here. */
public final class StoreFactory {

    private static final int MAX_SNAPSHOTS = 100_000;

    /** One store in memory uses at most one part in this many of the shared memory, and then evicts: 2 is half. */
    private static final int STORE_DIVISOR = 2;

    /** A store with spill uses one part in this many of the shared memory before it moves results to disk. */
    private static final int SPILL_DIVISOR = 32;

    private StoreFactory() {}

    /**
     * Opens the store.
     *
     * @param isServe whether {@code serve} opens the store: callers then share it, and results must survive a power
     *     failure
     * @param sharedBytes memory that the stores of all sessions of this process share; {@link Long#MAX_VALUE} if only
     *     the configuration limits the store. A store with spill uses more disk space instead.
     * @param warnings receives a sentence for each damaged file
     * @throws dev.plimsoll.store.StoreException if the store is not usable
     */
    public static SnapshotStore open(
            Configuration configuration, boolean isServe, long sharedBytes, Consumer<String> warnings) {
        StoreConfig storeConfig = configuration.store();
        StoreLimits storeLimits = limits(configuration, isServe);
        InstantSource clock = InstantSource.system();
        SecureRandom ids = new SecureRandom();
        if (storeConfig.type() == StoreConfig.Type.DISK) {
            Path folder = configuration.data().resolve("snapshots");
            return isServe
                    ? DiskStore.open(folder, storeLimits, clock, ids, warnings)
                    : DiskStore.openFast(folder, storeLimits, clock, ids, warnings);
        }
        if (storeConfig.type() == StoreConfig.Type.REDIS) {
            return RedisStores.open(storeConfig.redis(), storeLimits, ids);
        }
        long maxSpillBytes = storeConfig.spill().maxBytes();
        if (maxSpillBytes == 0) {
            return inMemory(configuration, isServe, sharedBytes);
        }
        long memoryBytes = Math.min(Math.max(1, sharedBytes / SPILL_DIVISOR), storeConfig.maxBytes());
        return SpillingStore.create(
                limits(configuration, isServe, memoryBytes),
                storeConfig.spill().dir(),
                maxSpillBytes + storeConfig.maxBytes() - memoryBytes,
                clock,
                ids,
                ForkJoinPool.commonPool());
    }

    /**
     * Creates a store in memory. Its results are lost when the process ends.
     *
     * @param isServe whether callers share the store
     * @param sharedBytes see {@link #open}
     */
    static SnapshotStore inMemory(Configuration configuration, boolean isServe, long sharedBytes) {
        long maxBytes = Math.min(
                Math.max(1, sharedBytes / STORE_DIVISOR), configuration.store().maxBytes());
        return SnapshotStore.inMemory(
                limits(configuration, isServe, maxBytes), InstantSource.system(), new SecureRandom());
    }

    /** Returns the limits. If several callers or client addresses use the store, none of them may fill all of it. */
    private static StoreLimits limits(Configuration configuration, boolean isServe) {
        return limits(configuration, isServe, configuration.store().maxBytes());
    }

    private static StoreLimits limits(Configuration configuration, boolean isServe, long maxBytes) {
        StoreLimits limits = new StoreLimits(maxBytes, maxBytes, MAX_SNAPSHOTS);
        return isServe
                ? limits.shared(configuration.serving().access().traffic().weights())
                : limits;
    }
}
