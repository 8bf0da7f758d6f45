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
    public void look(Configuration configuration, Findings findings) {
        StoreConfig settings = configuration.store();
        long heap = Runtime.getRuntime().maxMemory();
        if (settings.type() == StoreConfig.Type.MEMORY && settings.maxBytes() > heap / 2) {
            findings.odd(
                    "store",
                    "maxBytes " + (settings.maxBytes() >> 20) + " MB of a heap of " + (heap >> 20) + " MB",
                    "give more heap (PLIMSOLL_JAVA_OPTS=-Xmx…) or set store.maxBytes lower");
        }
        try (SnapshotStore store =
                StoreFactory.open(configuration, complaint -> findings.odd("store", complaint, "see above"))) {
            StoreUsage held = store.occupancy();
            String trouble = store.trouble();
            if (trouble != null) {
                findings.bad("store", trouble, "see redis.* in the configuration; until then big results are cut");
                return;
            }
            findings.good("store", store.describe() + ", holds " + held.snapshots() + " results");
        } catch (StoreException e) {
            findings.bad("store", String.valueOf(e.getMessage()), "mend the folder; until then big results are cut");
        }
    }
}
