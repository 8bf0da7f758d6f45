package dev.plimsoll.gateway.telemetry;

/** Compares estimates with exact counts. */
public final class EstimateError {

    private static final double TOLERATED_ERROR_SHARE = 0.2;

    private EstimateError() {}

    /** Returns whether the estimate differs from the exact count by at most a fifth of the exact count. */
    public static boolean isWithinTolerance(long estimated, long exact) {
        return Math.abs(estimated - exact) <= TOLERATED_ERROR_SHARE * exact;
    }

    /** Returns the error in whole percent; positive if the estimate is too high. */
    static long percent(long estimated, long exact) {
        return exact == 0 ? 0 : Math.round(100.0 * (estimated - exact) / exact);
    }
}
