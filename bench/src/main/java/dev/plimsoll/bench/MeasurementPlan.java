package dev.plimsoll.bench;

/**
 * The warm-up and the rounds with which each row is measured.
 *
 * @param warmUpNanos the minimum warm-up of each runner
 * @param roundNanos the intended time of each runner in one round
 * @param rounds the number of rounds, in which the runners alternate
 */
record MeasurementPlan(long warmUpNanos, long roundNanos, int rounds) {

    static final MeasurementPlan QUICK = new MeasurementPlan(250_000_000, 80_000_000, 7);
    static final MeasurementPlan SMOKE = new MeasurementPlan(1, 1, 1);
}
