package dev.plimsoll.gateway.replica;

import dev.plimsoll.rate.RateStore;

/**
 * Rate limits for all replicas together. Allowed calls are also counted locally, so that this replica can
 * apply the limits alone while the shared store is not available.
 */
public final class SharedRates implements RateStore {

    private final RateStore shared;
    private final RateStore local;
    private final ReplicaState replicaState;

    public SharedRates(RateStore shared, RateStore local, ReplicaState replicaState) {
        this.shared = shared;
        this.local = local;
        this.replicaState = replicaState;
    }

    @Override
    public long take(String scope, String key, int perMinute) {
        return replicaState.sharedOrLocal(
                () -> {
                    long wait = shared.take(scope, key, perMinute);
                    if (wait == 0) {
                        local.take(scope, key, perMinute);
                    }
                    return wait;
                },
                () -> local.take(scope, key, perMinute));
    }
}
