package dev.plimsoll.bench;

/**
 * What a row should reach.
 *
 * @param words as the table shows it; empty where there is no goal
 */
record Goal(String words, Kind kind, double most) {

    static final Goal NONE = new Goal("", Kind.NONE, 0);

    private enum Kind {
        NONE,
        RATIO,
        TIME
    }

    /** At most so many times the first floor. */
    static Goal ratio(double most) {
        return new Goal("≤ " + Words.number(most) + " ×", Kind.RATIO, most);
    }

    static Goal millis(double most) {
        return new Goal("≤ " + Words.number(most) + " ms", Kind.TIME, most * 1e6);
    }

    boolean exists() {
        return kind != Kind.NONE;
    }

    boolean metBy(Timing timing) {
        return switch (kind) {
            case NONE -> true;
            case RATIO -> timing.ratio(1) <= most;
            case TIME -> timing.nanos(0) <= most;
        };
    }
}
