package dev.plimsoll.gateway.auth;

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
    private volatile @Nullable KeySet cached;
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
        KeySet now = cached;
        if (now != null && clock.millis() - now.fetchedAtMillis() < REFRESH_AFTER.toMillis()) {
            return now;
        }
        if (now != null && isUsable(now) && fetchLock.isLocked()) {
            // another thread is already fetching, so there is no need to wait
            return now;
        }
        return fetchIfNewer(now);
    }

    /** Returns newer keys, after one was missing from these. */
    KeySet refreshed(KeySet seen) throws NotAdmittedException {
        return fetchIfNewer(seen);
    }

    private KeySet fetchIfNewer(@Nullable KeySet seen) throws NotAdmittedException {
        fetchLock.lock();
        try {
            KeySet now = cached;
            long time = clock.millis();
            boolean another = now != null && (seen == null || now.number() != seen.number());
            if (!another
                    && (lastFetchMillis == Long.MIN_VALUE || time - lastFetchMillis >= MIN_FETCH_INTERVAL.toMillis())) {
                lastFetchMillis = time;
                now = fetchOrReuse(now, time);
            }
            if (now == null || !isUsable(now)) {
                throw NotAdmittedException.notVerifiable(MIN_FETCH_INTERVAL);
            }
            return now;
        } finally {
            fetchLock.unlock();
        }
    }

    private @Nullable KeySet fetchOrReuse(@Nullable KeySet before, long time) {
        try {
            List<IssuerKey> keys = source.fetch();
            log.log(LogSeverity.DEBUG, "keys of the issuer", "count", keys.size());
            KeySet now = new KeySet(before == null ? 1 : before.number() + 1, time, keys);
            cached = now;
            return now;
        } catch (IOException e) {
            log.log(
                    LogSeverity.WARN,
                    "the issuer's keys are not available",
                    "why",
                    String.valueOf(e.getMessage()),
                    "older",
                    before == null ? "none" : "in use");
            return before;
        }
    }

    private boolean isUsable(KeySet now) {
        return clock.millis() - now.fetchedAtMillis() < MAX_AGE.toMillis();
    }
}
