package dev.plimsoll.redis;

import dev.plimsoll.rate.RateStore;
import dev.plimsoll.testkit.RateStoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisRateStoreContractTest extends RateStoreContract {

    @RegisterExtension
    static final StartedRedis REDIS = new StartedRedis();

    @Override
    protected RateStore open() {
        return SharedServerStores.open(REDIS.server(), clock).rates();
    }
}
