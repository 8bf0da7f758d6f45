package dev.plimsoll.bench;

/**
 * The time limits of a row.
 *
 * @param warmUpNanos the warm-up of each runner
 * @param roundNanos a round of each runner
 * @param rounds the number of rounds, in which the runners alternate
 */
record MeasuredRate(long warmUpNanos, long roundNanos, int rounds) {

    static final MeasuredRate QUICK = new MeasuredRate(250_000_000, 80_000_000, 7);
    static final MeasuredRate SMOKE = new MeasuredRate(1, 1, 1);
}
