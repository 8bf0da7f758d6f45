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

    private StoreFactory() {}

    /**
     * Opens the store.
     *
     * @param durable whether results must survive a power failure
     * @param warnings receives a sentence for each damaged file
     * @throws dev.plimsoll.store.StoreException if the store is not usable
     */
    public static SnapshotStore open(Configuration configuration, boolean durable, Consumer<String> warnings) {
        StoreConfig storeConfig = configuration.store();
        StoreLimits storeLimits = limits(configuration);
        InstantSource clock = InstantSource.system();
        SecureRandom ids = new SecureRandom();
        if (storeConfig.type() == StoreConfig.Type.DISK) {
            Path folder = configuration.data().resolve("snapshots");
            return durable
                    ? DiskStore.open(folder, storeLimits, clock, ids, warnings)
                    : DiskStore.openFast(folder, storeLimits, clock, ids, warnings);
        }
        if (storeConfig.type() == StoreConfig.Type.REDIS) {
            return RedisStores.open(storeConfig.redis(), storeLimits, ids);
        }
        long maxSpillBytes = storeConfig.spill().maxBytes();
        return maxSpillBytes == 0
                ? SnapshotStore.inMemory(storeLimits, clock, ids)
                : SpillingStore.create(
                        storeLimits, storeConfig.spill().dir(), maxSpillBytes, clock, ids, ForkJoinPool.commonPool());
    }

    /** Creates the store that replaces one that cannot be opened. It does not survive the process. */
    public static SnapshotStore inMemory(Configuration configuration) {
        return SnapshotStore.inMemory(limits(configuration), InstantSource.system(), new SecureRandom());
    }

    /** Returns the limits. With authentication there are several callers, and none of them may take the whole store. */
    private static StoreLimits limits(Configuration configuration) {
        long maxBytes = configuration.store().maxBytes();
        StoreLimits limits = new StoreLimits(maxBytes, maxBytes, MAX_SNAPSHOTS);
        return configuration.serving().access().requiresAuthentication() ? limits.shared() : limits;
    }
}
