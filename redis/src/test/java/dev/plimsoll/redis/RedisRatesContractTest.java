package dev.plimsoll.redis;

import dev.plimsoll.rate.RateStore;
import dev.plimsoll.testkit.RatesContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisRatesContractTest extends RatesContract {

    @RegisterExtension
    static final StartedRedis REDIS = new StartedRedis();

    @Override
    protected RateStore open() {
        return RedisShared.open(REDIS.server(), clock).rates();
    }
}
