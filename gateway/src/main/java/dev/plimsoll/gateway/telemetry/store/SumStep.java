package dev.plimsoll.gateway.telemetry.store;

/** Length of the period to which a stored sum belongs. */
enum SumStep {
    MINUTE(0, 60_000),
    HOUR(1, 3_600_000),
    DAY(2, 86_400_000);

    private final int code;
    private final long millis;

    SumStep(int code, long millis) {
        this.code = code;
        this.millis = millis;
    }

    /** Returns the code of this step in the database. */
    int code() {
        return code;
    }

    /** Returns the next shorter step; {@code MINUTE} for the shortest. */
    SumStep shorter() {
        return this == DAY ? HOUR : MINUTE;
    }

    long millis() {
        return millis;
    }

    /** Returns the start of the period that contains a time. */
    long floor(long at) {
        return Math.floorDiv(at, millis) * millis;
    }

    /** Returns the first start of a period that is not before a time. */
    long ceiling(long at) {
        return -Math.floorDiv(-at, millis) * millis;
    }
}
