package dev.plimsoll.store;

import java.time.Duration;

/**
 * When something kept was used and when it ends, in {@link ElapsedTime}. For those who write stores.
 *
 * @param ttl time to live after the last use
 * @param lastExpiry the end that no use can move
 */
public record Lifetime(Duration ttl, long lastExpiry, long usedAt) {

    public static Lifetime of(KeepRequest keepRequest, long now) {
        return new Lifetime(keepRequest.ttl(), ElapsedTime.plus(now, keepRequest.maxTtl()), now);
    }

    /** The first moment at which it can no longer be read. */
    public long expiry() {
        return Math.min(ElapsedTime.plus(usedAt, ttl), lastExpiry);
    }

    public Lifetime usedAt(long moment) {
        return new Lifetime(ttl, lastExpiry, moment);
    }
}
