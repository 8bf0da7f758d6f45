package dev.plimsoll.spring.actuate;

import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreUsage;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Health indicator that reports DOWN if the store is unusable. */
final class PlimsollHealth extends AbstractHealthIndicator {

    private final SnapshotStore store;

    PlimsollHealth(SnapshotStore store) {
        super("the store of Plimsoll does not respond");
        this.store = store;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        StoreUsage usage = store.usage();
        String problem = store.diagnose();
        if (problem != null) {
            builder.down().withDetail("trouble", problem);
        } else {
            builder.up();
        }
        builder.withDetail("store", store.describe())
                .withDetail("snapshots", usage.snapshots())
                .withDetail("bytes", usage.bytes())
                .withDetail("maxBytes", usage.maxBytes());
    }
}
