package dev.plimsoll.gateway.telemetry.store;

/** Period length of stored sums. */
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

    /** Returns the next shorter step. */
    SumStep shorter() {
        return this == DAY ? HOUR : MINUTE;
    }

    long millis() {
        return millis;
    }

    long floor(long at) {
        return Math.floorDiv(at, millis) * millis;
    }

    long ceiling(long at) {
        return -Math.floorDiv(-at, millis) * millis;
    }
}
