package dev.plimsoll.gateway.auth;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.log.Log;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an issuer, fetched when they are needed first, from time to time, and when a token names one that is not
 * among them. While the issuer is away the last ones serve on.
 */
final class IssuerKeys {

    /** Where keys are read. */
    interface Source {
        List<IssuerKey> fetch() throws IOException;
    }

    private static final Duration FRESH = Duration.ofMinutes(10);
    private static final Duration USABLE = Duration.ofHours(24);
    private static final Duration BETWEEN_FETCHES = Duration.ofSeconds(30);

    private final Source source;
    private final InstantSource clock;
    private final Log log;
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile @Nullable KeySet held;
    private long triedAt = Long.MIN_VALUE;

    IssuerKeys(Source source, InstantSource clock, Log log) {
        this.source = source;
        this.clock = clock;
        this.log = log;
    }

    /**
     * The keys there are now.
     *
     * @throws NotAdmittedException when none can be had
     */
    KeySet current() throws NotAdmittedException {
        KeySet now = held;
        if (now != null && clock.millis() - now.at() < FRESH.toMillis()) {
            return now;
        }
        if (now != null && isUsable(now) && fetching.isLocked()) {
            // one is asking already: the others need not wait for it
            return now;
        }
        return fetched(now);
    }

    /** The keys after one was missing among these. */
    KeySet beyond(KeySet seen) throws NotAdmittedException {
        return fetched(seen);
    }

    private KeySet fetched(@Nullable KeySet seen) throws NotAdmittedException {
        fetching.lock();
        try {
            KeySet now = held;
            long time = clock.millis();
            boolean another = now != null && (seen == null || now.number() != seen.number());
            if (!another && (triedAt == Long.MIN_VALUE || time - triedAt >= BETWEEN_FETCHES.toMillis())) {
                triedAt = time;
                now = tried(now, time);
            }
            if (now == null || !isUsable(now)) {
                throw NotAdmittedException.unknowable(BETWEEN_FETCHES);
            }
            return now;
        } finally {
            fetching.unlock();
        }
    }

    private @Nullable KeySet tried(@Nullable KeySet before, long time) {
        try {
            List<IssuerKey> keys = source.fetch();
            log.log(LogSeverity.DEBUG, "keys of the issuer", "count", keys.size());
            KeySet now = new KeySet(before == null ? 1 : before.number() + 1, time, keys);
            held = now;
            return now;
        } catch (IOException e) {
            log.log(
                    LogSeverity.WARN,
                    "the issuer's keys cannot be had",
                    "why",
                    String.valueOf(e.getMessage()),
                    "older",
                    before == null ? "none" : "in use");
            return before;
        }
    }

    private boolean isUsable(KeySet now) {
        return clock.millis() - now.at() < USABLE.toMillis();
    }
}
