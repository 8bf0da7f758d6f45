package dev.plimsoll.gateway.replica;

import dev.plimsoll.rate.Rates;

/** Counted by all replicas together. What this one lets through it counts for itself as well, to go on from there. */
public final class SharedRates implements Rates {

    private final Rates all;
    private final Rates own;
    private final Together together;

    public SharedRates(Rates all, Rates own, Together together) {
        this.all = all;
        this.own = own;
        this.together = together;
    }

    @Override
    public long take(String who, String what, int perMinute) {
        return together.or(
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
