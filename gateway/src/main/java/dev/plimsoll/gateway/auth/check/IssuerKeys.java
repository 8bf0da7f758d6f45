package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.auth.NotAdmittedException;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Cache of an issuer's keys. They are fetched on first use, periodically, and when a token names an unknown key. While
 * the issuer is unavailable, the last keys stay in use.
 */
final class IssuerKeys {

    /** Source of the keys. */
    interface Source {
        List<IssuerKey> fetch() throws IOException;
    }

    private static final Duration REFRESH_AFTER = Duration.ofMinutes(10);
    private static final Duration MAX_AGE = Duration.ofHours(24);
    private static final Duration MIN_FETCH_INTERVAL = Duration.ofSeconds(30);

    private final Source source;
    private final InstantSource clock;
    private final Log log;
    private final ReentrantLock fetchLock = new ReentrantLock();
    private volatile @Nullable KeySet cachedKeys;
    private long lastFetchMillis = Long.MIN_VALUE;

    IssuerKeys(Source source, InstantSource clock, Log log) {
        this.source = source;
        this.clock = clock;
        this.log = log;
    }

    /**
     * Returns the current keys.
     *
     * @throws NotAdmittedException if there are none
     */
    KeySet current() throws NotAdmittedException {
        KeySet keySet = cachedKeys;
        if (keySet != null && clock.millis() - keySet.fetchedAtMillis() < REFRESH_AFTER.toMillis()) {
            return keySet;
        }
        if (keySet != null && isUsable(keySet) && fetchLock.isLocked()) {
            // another thread is already fetching, so there is no need to wait
            return keySet;
        }
        return fetchUnlessReplaced(keySet);
    }

    /**
     * Returns keys that were fetched later than the given keys, for a token whose key is not among these. If no fetch
     * succeeded, or if the last one is too recent, returns the given keys.
     */
    KeySet refresh(KeySet oldKeys) throws NotAdmittedException {
        return fetchUnlessReplaced(oldKeys);
    }

    private KeySet fetchUnlessReplaced(@Nullable KeySet oldKeys) throws NotAdmittedException {
        fetchLock.lock();
        try {
            KeySet keySet = cachedKeys;
            long nowMillis = clock.millis();
            boolean isReplaced = keySet != null && (oldKeys == null || keySet.number() != oldKeys.number());
            if (!isReplaced
                    && (lastFetchMillis == Long.MIN_VALUE
                            || nowMillis - lastFetchMillis >= MIN_FETCH_INTERVAL.toMillis())) {
                lastFetchMillis = nowMillis;
                keySet = fetchOrReuse(keySet, nowMillis);
            }
            if (keySet == null || !isUsable(keySet)) {
                throw NotAdmittedException.notVerifiable(MIN_FETCH_INTERVAL);
            }
            return keySet;
        } finally {
            fetchLock.unlock();
        }
    }

    private @Nullable KeySet fetchOrReuse(@Nullable KeySet oldKeys, long nowMillis) {
        try {
            List<IssuerKey> keys = source.fetch();
            log.log(LogSeverity.DEBUG, "fetched the issuer's keys", "count", keys.size());
            KeySet newKeys = new KeySet(oldKeys == null ? 1 : oldKeys.number() + 1, nowMillis, keys);
            cachedKeys = newKeys;
            return newKeys;
        } catch (IOException e) {
            log.log(
                    LogSeverity.WARN,
                    "the issuer's keys are not available",
                    "why",
                    String.valueOf(e.getMessage()),
                    "older",
                    oldKeys == null ? "none" : "in use");
            return oldKeys;
        }
    }

    private boolean isUsable(KeySet keySet) {
        return clock.millis() - keySet.fetchedAtMillis() < MAX_AGE.toMillis();
    }
}
