package dev.plimsoll.bench.http;

/**
 * The goal of a row compared with the blind proxy; 0 means no limit.
 *
 * @param rate the lowest fraction of its rate
 * @param times the highest multiple of its median
 * @param addedMicros the maximum of microseconds above its median
 * @param p99Millis the highest 99th percentile in milliseconds
 */
record HttpGoal(double rate, double times, double addedMicros, double p99Millis) {

    static final HttpGoal NONE = new HttpGoal(0, 0, 0, 0);

    boolean exists() {
        return !equals(NONE);
    }

    boolean isMetBy(HttpReport.Ratios ratios, double p99, long errors) {
        return errors == 0
                && ratios.rate() >= rate
                && (times == 0 || ratios.p50() <= times)
                && (addedMicros == 0 || ratios.addedNanos() <= addedMicros * 1e3)
                && (p99Millis == 0 || p99 <= p99Millis * 1e6);
    }

    String text() {
        StringBuilder words = new StringBuilder();
        add(words, rate, "≥ %s × the rate");
        add(words, times, "≤ %s × p50");
        add(words, addedMicros, "≤ + %s µs p50");
        add(words, p99Millis, "p99 ≤ %s ms");
        return words.toString();
    }

    private static void add(StringBuilder words, double bound, String format) {
        if (bound > 0) {
            words.append(words.isEmpty() ? "" : ", ")
                    .append(format.replace("%s", bound == Math.rint(bound) ? "" + (long) bound : "" + bound));
        }
    }
}
