package dev.plimsoll.source;

import java.time.Duration;

/**
 * Limits for one request that has to read every row of a source, such as a query. A request within all three limits gets an
 * exact answer; any other is refused.
 */
public record FullReadLimits(int rows, int bytes, Duration time) {

    public static final FullReadLimits DEFAULT = new FullReadLimits(20_000, 16 << 20, Duration.ofSeconds(10));

    public FullReadLimits {
        if (rows < 0 || bytes < 0 || time.isNegative()) {
            throw new IllegalArgumentException(
                    "limits must not be negative: " + rows + " rows, " + bytes + " bytes, " + time);
        }
    }
}
