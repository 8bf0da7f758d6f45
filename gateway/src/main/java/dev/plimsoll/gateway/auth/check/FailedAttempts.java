package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.auth.NotAdmittedException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits failed attempts per address: 20 in quick succession, then one every 5 seconds. Only invalid tokens are
 * limited; a valid token is always accepted.
 */
final class FailedAttempts {

    private static final int BURST_SIZE = 20;
    private static final long INTERVAL_MILLIS = 5_000;
    private static final int MAX_ADDRESSES = 10_000;
    /** Bytes of an IPv6 address that identify the network. Hosts can choose the rest. */
    private static final int NETWORK_BYTES = 8;

    private static final ByteBuffer UNKNOWN_ADDRESS = ByteBuffer.allocate(0);

    private final InstantSource clock;
    /** By address: the time at which all its failures are forgotten. */
    private final Map<ByteBuffer, Long> clearAtMillis = new LruMap<>(MAX_ADDRESSES);

    FailedAttempts(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Counts a failed attempt. Returns true if it reaches the limit, so that the next failure is refused.
     *
     * @throws NotAdmittedException if the limit was exceeded before
     */
    synchronized boolean recordFailure(@Nullable InetAddress remoteAddress) throws NotAdmittedException {
        ByteBuffer address = addressKey(remoteAddress);
        long remainingMillis = remainingWaitMillis(address);
        if (remainingMillis > 0) {
            throw NotAdmittedException.tooManyAttempts(Duration.ofMillis(remainingMillis));
        }
        long nowMillis = clock.millis();
        clearAtMillis.merge(
                address, nowMillis + INTERVAL_MILLIS, (clearAt, _) -> Math.max(nowMillis, clearAt) + INTERVAL_MILLIS);
        return remainingWaitMillis(address) > 0;
    }

    /** Returns the milliseconds until the next failure is allowed; 0 or negative if it is allowed now. */
    private long remainingWaitMillis(ByteBuffer address) {
        Long clearAt = clearAtMillis.get(address);
        return clearAt == null ? 0 : clearAt - clock.millis() - (BURST_SIZE - 1) * INTERVAL_MILLIS;
    }

    private static ByteBuffer addressKey(@Nullable InetAddress remoteAddress) {
        if (remoteAddress == null) {
            return UNKNOWN_ADDRESS;
        }
        byte[] address = remoteAddress.getAddress();
        return ByteBuffer.wrap(remoteAddress instanceof Inet6Address ? Arrays.copyOf(address, NETWORK_BYTES) : address);
    }
}
