package dev.plimsoll.bench;

/**
 * What a row should reach.
 *
 * @param words as the table shows it; empty where there is no goal
 */
record SpeedGoal(String words, Kind kind, double most) {

    static final SpeedGoal NONE = new SpeedGoal("", Kind.NONE, 0);

    private enum Kind {
        NONE,
        RATIO,
        TIME
    }

    /** At most so many times the first floor. */
    static SpeedGoal ratio(double most) {
        return new SpeedGoal("≤ " + NumberFormatter.number(most) + " ×", Kind.RATIO, most);
    }

    static SpeedGoal millis(double most) {
        return new SpeedGoal("≤ " + NumberFormatter.number(most) + " ms", Kind.TIME, most * 1e6);
    }

    boolean exists() {
        return kind != Kind.NONE;
    }

    boolean metBy(RunDuration runDuration) {
        return switch (kind) {
            case NONE -> true;
            case RATIO -> runDuration.ratio(1) <= most;
            case TIME -> runDuration.nanos(0) <= most;
        };
    }
}
