package dev.plimsoll.gateway.telemetry;

/** Compares estimates with exact counts. */
public final class EstimateError {

    private static final double MAX_ERROR = 0.2;

    private EstimateError() {}

    /** Returns whether the estimate is at most a fifth off. */
    public static boolean isWithinTolerance(long estimated, long exact) {
        return Math.abs(estimated - exact) <= MAX_ERROR * exact;
    }

    /** Returns the error in whole percent; positive if the estimate is too high. */
    static long percent(long estimated, long exact) {
        return exact == 0 ? 0 : Math.round(100.0 * (estimated - exact) / exact);
    }
}
