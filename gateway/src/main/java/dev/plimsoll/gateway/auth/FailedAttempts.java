package dev.plimsoll.gateway.auth;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Failed attempts by where they came from: after some at once there is one every few seconds. Who has shown a good token from
 * there before is let through all the same: one client with a stale token must not shut out all that share its address.
 */
final class FailedAttempts {

    private static final int AT_ONCE = 20;
    private static final long EVERY_MILLIS = 5_000;
    private static final int MOST_PLACES = 10_000;
    private static final int MOST_GOOD = 10_000;
    /** Of an IPv6 address, what a network cannot choose at will. */
    private static final int NETWORK_BYTES = 8;

    private static final ByteBuffer NOWHERE = ByteBuffer.allocate(0);

    private final InstantSource clock;
    /** When a place would be calm again. */
    private final Map<ByteBuffer, Long> calmAt = new LruMap<>(MOST_PLACES);

    private final Map<ByteBuffer, Boolean> good = new LruMap<>(MOST_GOOD);

    FailedAttempts(InstantSource clock) {
        this.clock = clock;
    }

    /** Refuses what comes from where too many attempts failed. */
    synchronized void requireCalm(@Nullable InetAddress from, String token) throws NotAdmittedException {
        ByteBuffer place = place(from);
        long wait = waiting(place);
        if (wait > 0 && good.get(key(place, token)) == null) {
            throw NotAdmittedException.tooOften(Duration.ofMillis(wait));
        }
    }

    synchronized void succeeded(@Nullable InetAddress from, String token) {
        good.put(key(place(from), token), true);
    }

    /**
     * Counts one that failed; true when it is the first that is too many.
     *
     * @throws NotAdmittedException when it is one more than that
     */
    synchronized boolean failed(@Nullable InetAddress from) throws NotAdmittedException {
        ByteBuffer place = place(from);
        long before = waiting(place);
        if (before > 0) {
            throw NotAdmittedException.tooOften(Duration.ofMillis(before));
        }
        long now = clock.millis();
        calmAt.merge(place, now + EVERY_MILLIS, (at, first) -> Math.max(now, at) + EVERY_MILLIS);
        return waiting(place) > 0;
    }

    /** How long until one more is taken, in milliseconds. */
    private long waiting(ByteBuffer place) {
        Long at = calmAt.get(place);
        return at == null ? 0 : at - clock.millis() - (AT_ONCE - 1) * EVERY_MILLIS;
    }

    private static ByteBuffer place(@Nullable InetAddress from) {
        if (from == null) {
            return NOWHERE;
        }
        byte[] address = from.getAddress();
        return ByteBuffer.wrap(from instanceof Inet6Address ? Arrays.copyOf(address, NETWORK_BYTES) : address);
    }

    private static ByteBuffer key(ByteBuffer place, String token) {
        byte[] digest = Digests.sha256(token);
        return ByteBuffer.allocate(place.remaining() + digest.length)
                .put(place.duplicate())
                .put(digest)
                .flip();
    }
}
