package dev.plimsoll.gateway.telemetry.store;

/** The lengths of time that sums are kept for. */
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

    /** What stands for it in the database. */
    int code() {
        return code;
    }

    /** The next shorter one. */
    SumStep finer() {
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
