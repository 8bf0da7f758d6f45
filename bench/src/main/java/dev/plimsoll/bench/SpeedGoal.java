package dev.plimsoll.bench;

/**
 * The goal of a row.
 *
 * @param text the text in the table; empty if there is no goal
 * @param max the highest ratio, or the longest time in nanoseconds, according to the kind
 */
record SpeedGoal(String text, Kind kind, double max) {

    static final SpeedGoal NONE = new SpeedGoal("", Kind.NONE, 0);

    private enum Kind {
        NONE,
        RATIO,
        TIME
    }

    /**
     * Creates a goal for the ratio: the engine needs at most this multiple of the time of its floor, which is the
     * second runner.
     */
    static SpeedGoal ofMaxRatio(double max) {
        return new SpeedGoal("≤ " + NumberFormatter.formatNumber(max) + " ×", Kind.RATIO, max);
    }

    /** Creates a goal for the time: the engine needs at most this time for one operation. */
    static SpeedGoal ofMaxMillis(double max) {
        return new SpeedGoal("≤ " + NumberFormatter.formatNumber(max) + " ms", Kind.TIME, max * 1e6);
    }

    boolean isSet() {
        return kind != Kind.NONE;
    }

    boolean isMetBy(RowResult rowResult) {
        return switch (kind) {
            case NONE -> true;
            case RATIO -> rowResult.medianRatio(1) <= max;
            case TIME -> rowResult.medianNanos(0) <= max;
        };
    }
}
