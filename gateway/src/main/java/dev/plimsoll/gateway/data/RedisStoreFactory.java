package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.config.model.RedisConfig;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.redis.RedisAddress;
import dev.plimsoll.redis.RedisSettings;
import dev.plimsoll.redis.RedisStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import java.util.random.RandomGenerator;

/**
 * Opens the store in Redis. It is a separate class, so that {@code StoreFactory} loads Redis classes only if they are
 * needed.
 */
public final class RedisStoreFactory {

    private RedisStoreFactory() {}

    /**
     * Opens the store without a request to Redis.
     *
     * @throws StoreException if no URL is set
     */
    public static RedisStore open(RedisConfig redisConfig, StoreLimits storeLimits, RandomGenerator ids) {
        SecretValue url = redisConfig.url();
        if (url == null) {
            throw new StoreException(Reason.FAILED, "redis.url is not set");
        }
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // keeps SLF4J from reporting that it has no provider
        RedisSettings settings = new RedisSettings(
                RedisAddress.parse(url.reveal()),
                redisConfig.timeout(),
                redisConfig.connections(),
                redisConfig.maxValueBytes(),
                redisConfig.prefix(),
                redisConfig.ca());
        return RedisStore.open(settings, storeLimits, ids);
    }
}
