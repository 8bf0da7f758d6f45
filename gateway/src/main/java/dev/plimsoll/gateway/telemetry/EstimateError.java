package dev.plimsoll.gateway.telemetry;

/** How near an estimate is to what it stands for. */
public final class EstimateError {

    private static final double ALLOWED = 0.2;

    private EstimateError() {}

    /** Whether it is at most a fifth of the real number off. */
    public static boolean fits(long estimated, long real) {
        return Math.abs(estimated - real) <= ALLOWED * real;
    }

    /** How much too high it is, in whole percents; negative: too low. */
    static long percent(long estimated, long real) {
        return real == 0 ? 0 : Math.round(100.0 * (estimated - real) / real);
    }
}
