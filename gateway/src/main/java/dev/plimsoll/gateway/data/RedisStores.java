package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.config.model.RedisConfig;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.redis.RedisAddress;
import dev.plimsoll.redis.RedisSettings;
import dev.plimsoll.redis.RedisStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.util.random.RandomGenerator;

/** The store in Redis; apart from the others, so that nothing of it is loaded where it is not wanted. */
public final class RedisStores {

    private RedisStores() {}

    /**
     * Opens it, which asks nothing of Redis yet.
     *
     * @throws StoreException when there is no address
     */
    public static RedisStore open(RedisConfig redisConfig, StoreLimits storeLimits, RandomGenerator ids) {
        SecretValue url = redisConfig.url();
        if (url == null) {
            throw new StoreException(Reason.FAILED, "redis.url is not set");
        }
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // who logs through it has nothing to say
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
