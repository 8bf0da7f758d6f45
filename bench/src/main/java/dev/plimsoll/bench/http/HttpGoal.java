package dev.plimsoll.bench.http;

/**
 * What a row should reach against the blind proxy; 0 for what has no bound.
 *
 * @param rate at least so much of its rate
 * @param times at most so many times its median
 * @param addedMicros at most so much over its median
 * @param p99Millis at most so long for 99 in 100
 */
record HttpGoal(double rate, double times, double addedMicros, double p99Millis) {

    static final HttpGoal NONE = new HttpGoal(0, 0, 0, 0);

    boolean exists() {
        return !equals(NONE);
    }

    boolean metBy(HttpReport.Ratios ratios, double p99, long errors) {
        return errors == 0
                && ratios.rate() >= rate
                && (times == 0 || ratios.p50() <= times)
                && (addedMicros == 0 || ratios.addedNanos() <= addedMicros * 1e3)
                && (p99Millis == 0 || p99 <= p99Millis * 1e6);
    }

    String words() {
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
