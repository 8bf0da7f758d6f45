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
 * Limits failed attempts per address: after 20 at once, one every 5 seconds. A token that succeeded from that address
 * before is still accepted, so that one client with a stale token does not lock out others that share its address.
 */
final class FailedAttempts {

    private static final int AT_ONCE = 20;
    private static final long EVERY_MILLIS = 5_000;
    private static final int MOST_PLACES = 10_000;
    private static final int MOST_GOOD = 10_000;
    /** Bytes of an IPv6 address that identify the network. Hosts can choose the rest. */
    private static final int NETWORK_BYTES = 8;

    private static final ByteBuffer NOWHERE = ByteBuffer.allocate(0);

    private final InstantSource clock;
    /** Time at which all failures of an address are forgotten. */
    private final Map<ByteBuffer, Long> calmAt = new LruMap<>(MOST_PLACES);

    private final Map<ByteBuffer, Boolean> good = new LruMap<>(MOST_GOOD);

    FailedAttempts(InstantSource clock) {
        this.clock = clock;
    }

    /** Refuses an attempt if too many from its address have failed. */
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
     * Counts a failed attempt. Returns true if it is the first one over the limit.
     *
     * @throws NotAdmittedException if the limit was exceeded before
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

    /** Returns the milliseconds until the next attempt is accepted. */
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
