package dev.plimsoll.redis;

import dev.plimsoll.rate.Rates;

/** Counted in Redis. Each who has keys of its own, which end a minute after its last time. */
final class RedisRates implements Rates {

    private final Figures figures;
    private final Names names;

    RedisRates(Figures figures, Names names) {
        this.figures = figures;
        this.names = names;
    }

    @Override
    public long take(String who, String what, int perMinute) {
        return figures.number(
                Script.RATE, names.rate(Digest.of(who)), Digest.of(what), Math.max(1, perMinute), MOST_NAMES);
    }
}
