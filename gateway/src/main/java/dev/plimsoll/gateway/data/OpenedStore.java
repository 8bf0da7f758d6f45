package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Store of an engine after it was opened.
 *
 * @param isFallback whether memory replaces a configured store that could not be opened
 */
record OpenedStore(SnapshotStore store, boolean isFallback) {

    /**
     * Opens the configured store. If that fails, results are stored in memory.
     *
     * @param isShared whether several callers share the store
     * @param memory memory that the stores of all sessions of this process share; null if only the configuration limits
     *     the store
     */
    static OpenedStore open(Configuration configuration, boolean isShared, @Nullable FairPool memory, Log log) {
        long sharedBytes = memory == null ? Long.MAX_VALUE : memory.usage().limit();
        try {
            SnapshotStore store = StoreFactory.open(
                    configuration,
                    isShared,
                    sharedBytes,
                    warning -> log.log(LogSeverity.WARN, "store", "warning", warning));
            StoreConfig storeConfig = configuration.store();
            boolean isInMemory = storeConfig.type() == StoreConfig.Type.MEMORY
                    && storeConfig.spill().maxBytes() == 0;
            return new OpenedStore(isInMemory ? limitedBy(memory, store) : store, false);
        } catch (StoreException e) {
            log.log(LogSeverity.ERROR, "results are stored in memory", "why", String.valueOf(e.getMessage()));
            return new OpenedStore(
                    limitedBy(memory, StoreFactory.inMemory(configuration, isShared, sharedBytes)), true);
        }
    }

    private static SnapshotStore limitedBy(@Nullable FairPool memory, SnapshotStore store) {
        return memory == null ? store : new PooledStore(store, memory);
    }
}
