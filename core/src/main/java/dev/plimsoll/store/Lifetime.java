package dev.plimsoll.store;

import java.time.Duration;

/**
 * Times of the last use and of the expiry of an entry, in nanoseconds of {@link ElapsedTime}. For implementers of
 * stores.
 *
 * @param ttl time to live after the last use
 * @param lastExpiry latest expiry, which no use extends
 */
public record Lifetime(Duration ttl, long lastExpiry, long usedAt) {

    public static Lifetime of(SaveRequest saveRequest, long now) {
        return new Lifetime(saveRequest.ttl(), ElapsedTime.plus(now, saveRequest.maxTtl()), now);
    }

    /** Returns the first moment at which the entry can no longer be read. */
    public long expiry() {
        return Math.min(ElapsedTime.plus(usedAt, ttl), lastExpiry);
    }

    /** Returns the lifetime after a use at this moment. */
    public Lifetime withUse(long moment) {
        return new Lifetime(ttl, lastExpiry, moment);
    }
}
