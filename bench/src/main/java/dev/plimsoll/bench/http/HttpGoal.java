package dev.plimsoll.bench.http;

/**
 * The goal of a row: limits that compare Plimsoll with the blind proxy, and an absolute one. 0 means no limit. A row
 * with errors misses its goal.
 *
 * @param minRate the lowest rate, as a fraction of the blind proxy's rate
 * @param maxTimes the highest median time, as a multiple of the blind proxy's median
 * @param maxAddedMicros the highest difference from the blind proxy's median, in microseconds
 * @param maxP99Millis the highest 99th percentile of Plimsoll's times, in milliseconds
 */
record HttpGoal(double minRate, double maxTimes, double maxAddedMicros, double maxP99Millis) {

    static final HttpGoal NONE = new HttpGoal(0, 0, 0, 0);

    boolean isSet() {
        return !equals(NONE);
    }

    boolean isMetBy(HttpReport.Ratios ratios, double p99, long errors) {
        return errors == 0
                && ratios.rate() >= minRate
                && (maxTimes == 0 || ratios.p50() <= maxTimes)
                && (maxAddedMicros == 0 || ratios.addedNanos() <= maxAddedMicros * 1e3)
                && (maxP99Millis == 0 || p99 <= maxP99Millis * 1e6);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        add(text, minRate, "≥ %s × the rate");
        add(text, maxTimes, "≤ %s × p50");
        add(text, maxAddedMicros, "≤ + %s µs p50");
        add(text, maxP99Millis, "p99 ≤ %s ms");
        return text.toString();
    }

    private static void add(StringBuilder text, double bound, String format) {
        if (bound > 0) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(format.replace("%s", bound == Math.rint(bound) ? "" + (long) bound : "" + bound));
        }
    }
}
