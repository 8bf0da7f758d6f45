package dev.plimsoll.gateway.replica;

import dev.plimsoll.rate.RateStore;

/**
 * Rate limits counted by all replicas together. Allowed calls are also counted locally, so that this replica can
 * continue alone.
 */
public final class SharedRates implements RateStore {

    private final RateStore shared;
    private final RateStore local;
    private final ReplicaState replicaState;

    public SharedRates(RateStore all, RateStore own, ReplicaState replicaState) {
        this.shared = all;
        this.local = own;
        this.replicaState = replicaState;
    }

    @Override
    public long take(String who, String what, int perMinute) {
        return replicaState.sharedOrLocal(
                () -> {
                    long wait = shared.take(who, what, perMinute);
                    if (wait == 0) {
                        local.take(who, what, perMinute);
                    }
                    return wait;
                },
                () -> local.take(who, what, perMinute));
    }
}
