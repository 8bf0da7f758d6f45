package dev.plimsoll.bench;

/**
 * The goal of a row.
 *
 * @param text the text in the table; empty if there is no goal
 */
record SpeedGoal(String text, Kind kind, double max) {

    static final SpeedGoal NONE = new SpeedGoal("", Kind.NONE, 0);

    private enum Kind {
        NONE,
        RATIO,
        TIME
    }

    /** Creates a goal of at most this multiple of the first floor's time. */
    static SpeedGoal ratio(double max) {
        return new SpeedGoal("≤ " + NumberFormatter.number(max) + " ×", Kind.RATIO, max);
    }

    static SpeedGoal millis(double max) {
        return new SpeedGoal("≤ " + NumberFormatter.number(max) + " ms", Kind.TIME, max * 1e6);
    }

    boolean exists() {
        return kind != Kind.NONE;
    }

    boolean isMetBy(RunDuration runDuration) {
        return switch (kind) {
            case NONE -> true;
            case RATIO -> runDuration.ratio(1) <= max;
            case TIME -> runDuration.nanos(0) <= max;
        };
    }
}
