package dev.plimsoll.rate;

import java.util.concurrent.TimeUnit;

/** Token bucket that refills at a constant rate, up to the tokens of one minute. Each call takes one token. Not thread-safe. */
final class TokenBucket {

    private static final double NANOS_PER_MINUTE = TimeUnit.MINUTES.toNanos(1);

    private int perMinute;
    private double tokens;
    private long filledNanos;

    TokenBucket(int perMinute, long nanos) {
        this.perMinute = perMinute;
        this.tokens = perMinute;
        this.filledNanos = nanos;
    }

    /** Takes a token. Returns 0 if there was one, otherwise the seconds until there is one. */
    long take(int limit, long nanos) {
        fill(nanos);
        if (limit != perMinute) {
            perMinute = limit;
            tokens = Math.min(tokens, limit);
        }
        if (tokens >= 1) {
            tokens--;
            return 0;
        }
        double seconds = (1 - tokens) * 60 / perMinute;
        return Math.max(1, (long) Math.ceil(seconds));
    }

    /** Returns whether the bucket is full, like a new one. */
    boolean isFull(long nanos) {
        fill(nanos);
        return tokens >= perMinute;
    }

    private void fill(long nanos) {
        long elapsedNanos = Math.max(0, nanos - filledNanos);
        tokens = Math.min(perMinute, tokens + elapsedNanos * (perMinute / NANOS_PER_MINUTE));
        filledNanos += elapsedNanos;
    }
}
