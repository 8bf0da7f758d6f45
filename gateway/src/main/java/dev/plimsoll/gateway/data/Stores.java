package dev.plimsoll.gateway.data;

import dev.plimsoll.disk.DiskStore;
import dev.plimsoll.disk.SpillingStore;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Store;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.SnapshotStore;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;

/** The store that the configuration wants. To add one: its module, and a line here. */
public final class Stores {

    private static final int MOST_SNAPSHOTS = 100_000;

    private Stores() {}

    /**
     * Opens it.
     *
     * @param complaints takes a sentence for each file that was found damaged
     * @throws dev.plimsoll.store.StoreException when it cannot be used
     */
    public static SnapshotStore open(Configuration configuration, Consumer<String> complaints) {
        Store settings = configuration.store();
        Limits limits = new Limits(settings.maxBytes(), settings.maxBytes(), MOST_SNAPSHOTS);
        InstantSource clock = InstantSource.system();
        SecureRandom ids = new SecureRandom();
        if (settings.type() == Store.Type.DISK) {
            return DiskStore.open(configuration.data().resolve("snapshots"), limits, clock, ids, complaints);
        }
        if (settings.type() == Store.Type.REDIS) {
            return RedisStores.open(settings.redis(), limits, ids);
        }
        long spill = settings.spill().maxBytes();
        return spill == 0
                ? SnapshotStore.inMemory(limits, clock, ids)
                : SpillingStore.over(limits, settings.spill().dir(), spill, clock, ids, ForkJoinPool.commonPool());
    }

    /** What serves when the other cannot: nothing survives the process. */
    public static SnapshotStore inMemory(Configuration configuration) {
        long most = configuration.store().maxBytes();
        return SnapshotStore.inMemory(
                new Limits(most, most, MOST_SNAPSHOTS), InstantSource.system(), new SecureRandom());
    }
}
