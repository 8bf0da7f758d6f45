package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.gateway.data.StoreFactory;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreUsage;

/** Checks that the store is usable. */
final class StoreCheck implements DoctorCheck {

    @Override
    public void check(Configuration configuration, Findings findings) {
        StoreConfig storeConfig = configuration.store();
        long heapBytes = Runtime.getRuntime().maxMemory();
        if (storeConfig.type() == StoreConfig.Type.MEMORY && storeConfig.maxBytes() > heapBytes / 2) {
            findings.addWarning(
                    "store",
                    "store.maxBytes is " + (storeConfig.maxBytes() >> 20) + " MB; the heap has only "
                            + (heapBytes >> 20) + " MB",
                    "increase the heap (PLIMSOLL_JAVA_OPTS=-Xmx…), or reduce store.maxBytes");
        }
        try (SnapshotStore store = StoreFactory.open(
                configuration,
                true,
                Long.MAX_VALUE,
                warning -> findings.addWarning("store", warning, "no action is needed"))) {
            StoreUsage usage = store.usage();
            String error = store.diagnose();
            if (error != null) {
                findings.addError(
                        "store", error, "correct redis.* in the configuration; until then, large results are cut");
                return;
            }
            findings.addOk("store", store.describe() + ", holds " + usage.snapshots() + " results");
        } catch (StoreException e) {
            findings.addError(
                    "store",
                    String.valueOf(e.getMessage()),
                    "fix the folder of the store, or correct redis.* in the configuration; until then, large results"
                            + " are cut");
        }
    }
}
