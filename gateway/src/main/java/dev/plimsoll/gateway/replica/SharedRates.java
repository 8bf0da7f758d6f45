package dev.plimsoll.gateway.replica;

import dev.plimsoll.rate.RateStore;

/**
 * Rate limits counted by all replicas together. Allowed calls are also counted locally, so that this replica can
 * continue alone.
 */
public final class SharedRates implements RateStore {

    private final RateStore all;
    private final RateStore own;
    private final ReplicaState replicaState;

    public SharedRates(RateStore all, RateStore own, ReplicaState replicaState) {
        this.all = all;
        this.own = own;
        this.replicaState = replicaState;
    }

    @Override
    public long take(String who, String what, int perMinute) {
        return replicaState.or(
                () -> {
                    long wait = all.take(who, what, perMinute);
                    if (wait == 0) {
                        own.take(who, what, perMinute);
                    }
                    return wait;
                },
                () -> own.take(who, what, perMinute));
    }
}
