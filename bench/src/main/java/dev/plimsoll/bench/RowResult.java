package dev.plimsoll.bench;

import java.util.Arrays;

/**
 * The measured times and allocated memory of a row. On a shared machine, only times of the same round are comparable.
 *
 * @param names the names of the runners; the engine is the first; the second is its floor, a minimal program that does
 *     the same work
 * @param nanos the time of one operation, by runner and round
 * @param allocatedBytes the memory that one operation allocates, by runner
 */
record RowResult(BenchmarkRow row, String[] names, double[][] nanos, long[] allocatedBytes) {

    /** Returns the time of one operation: the median over the rounds. */
    double medianNanos(int runner) {
        return median(nanos[runner].clone());
    }

    /** Returns the engine's time divided by the runner's time: the median over the rounds. */
    double medianRatio(int runner) {
        double[] ratios = new double[nanos[0].length];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = nanos[0][round] / nanos[runner][round];
        }
        return median(ratios);
    }

    /** Returns whether the row meets its goal, or has none. */
    boolean isGoalMet() {
        return row.goal().isMetBy(this);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
