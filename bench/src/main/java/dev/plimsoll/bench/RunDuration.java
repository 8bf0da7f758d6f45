package dev.plimsoll.bench;

import java.util.Arrays;

/** What a row's runners took: by runner, then by round, since a shared machine is fair within a round only. */
record RunDuration(RunnerRace race, String[] names, double[][] nanos, long[] allocated) {

    /** The median time of one operation. */
    double nanos(int runner) {
        return median(nanos[runner].clone());
    }

    /** How many times as long as that runner the engine took: the median over the rounds. */
    double ratio(int runner) {
        double[] ratios = new double[nanos[0].length];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = nanos[0][round] / nanos[runner][round];
        }
        return median(ratios);
    }

    boolean met() {
        return race.goal().metBy(this);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
