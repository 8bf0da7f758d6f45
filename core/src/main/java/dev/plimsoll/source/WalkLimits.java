package dev.plimsoll.source;

import java.time.Duration;

/**
 * How far a source is walked for one request that has to see every row, such as a query: what is within all three is
 * answered exactly, all else is refused.
 */
public record WalkLimits(int rows, int bytes, Duration time) {

    public static final WalkLimits DEFAULT = new WalkLimits(20_000, 16 << 20, Duration.ofSeconds(10));

    public WalkLimits {
        if (rows < 0 || bytes < 0 || time.isNegative()) {
            throw new IllegalArgumentException(
                    "a limit is below zero: " + rows + " rows, " + bytes + " bytes, " + time);
        }
    }
}
