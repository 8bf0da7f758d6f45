package dev.plimsoll.gateway.telemetry.store;

/** The lengths of time that sums are kept for. */
enum Step {
    MINUTE(60_000),
    HOUR(3_600_000),
    DAY(86_400_000);

    private final long millis;

    Step(long millis) {
        this.millis = millis;
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
