package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Generates the IDs of requests that the gateway makes or passes on with another ID. Thread-safe. */
public final class RequestIds {

    /** The smallest of the numbers that begin at random. All these numbers have the same number of digits. */
    private static final long MIN_RANDOM_NUMBER = 100_000_000_000L;

    private static final long RANDOM_NUMBER_COUNT = 800_000_000_000L;

    private final boolean isNumbered;
    private final AtomicLong lastNumber;
    /** The beginning of IDs that are strings; null before the first one, because many sessions make none. */
    private volatile @Nullable String prefix;

    private RequestIds(boolean isNumbered, long lastNumber) {
        this.isNumbered = isNumbered;
        this.lastNumber = new AtomicLong(lastNumber);
    }

    /**
     * Returns a generator of strings with a random prefix. The IDs of a client on the same connection, and of other
     * generators, differ from them.
     */
    public static RequestIds unique() {
        return new RequestIds(false, 0);
    }

    /** Returns a generator of the numbers from 1, for a connection on which nobody else sends requests. */
    public static RequestIds numbers() {
        return new RequestIds(true, 0);
    }

    /**
     * Returns a generator of numbers that begin at random, for a connection on which nobody else sends requests. If a
     * server, or a proxy in front of it, sends a response on the wrong connection, it does not match a request of that
     * connection.
     */
    public static RequestIds randomNumbers() {
        return new RequestIds(
                true, MIN_RANDOM_NUMBER + ThreadLocalRandom.current().nextLong(RANDOM_NUMBER_COUNT));
    }

    /** Returns a new ID. */
    public Slice next() {
        long number = lastNumber.incrementAndGet();
        return isNumbered
                ? Slice.of(Long.toString(number))
                : new ByteSink(48).string(ensurePrefix() + number).slice();
    }

    private synchronized String ensurePrefix() {
        String known = prefix;
        if (known == null) {
            // the prefix need not be secret, so no SecureRandom is used, whose creation takes 10 ms
            known = "plimsoll-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";
            prefix = known;
        }
        return known;
    }

    /**
     * Returns whether an ID is one of these, even if it is spelled in another way. If these IDs are numbers, each ID is
     * one of them, because nobody else sends requests.
     */
    public boolean contains(Slice id) {
        String known = prefix;
        if (isNumbered || known == null) {
            return isNumbered;
        }
        return id.length() > known.length() && RequestId.key(id).startsWith(known, 1) && id.at(0) == '"';
    }
}
