package dev.plimsoll.redis;

import dev.plimsoll.rate.RateStore;

/** Rates counted in Redis. The keys of each owner expire a minute after their last use. */
final class RedisRateStore implements RateStore {

    private final BestEffortCommands bestEffortCommands;
    private final RedisKeyNames redisKeyNames;

    RedisRateStore(BestEffortCommands bestEffortCommands, RedisKeyNames redisKeyNames) {
        this.bestEffortCommands = bestEffortCommands;
        this.redisKeyNames = redisKeyNames;
    }

    @Override
    public long take(String caller, String name, int perMinute) {
        return bestEffortCommands.executeForNumber(
                RedisScript.TAKE_RATE_TOKEN,
                redisKeyNames.rate(KeyDigest.hash(caller)),
                KeyDigest.hash(name),
                Math.max(1, perMinute),
                MAX_NAMES_PER_CALLER);
    }
}
