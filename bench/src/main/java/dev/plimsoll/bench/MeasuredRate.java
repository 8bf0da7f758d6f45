package dev.plimsoll.bench;

/**
 * How long a row takes.
 *
 * @param warmUpNanos for each runner
 * @param roundNanos for each runner and round
 * @param rounds in which the runners take turns
 */
record MeasuredRate(long warmUpNanos, long roundNanos, int rounds) {

    static final MeasuredRate QUICK = new MeasuredRate(250_000_000, 80_000_000, 7);
    static final MeasuredRate SMOKE = new MeasuredRate(1, 1, 1);
}
