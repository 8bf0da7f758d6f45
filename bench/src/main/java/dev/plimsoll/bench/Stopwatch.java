package dev.plimsoll.bench;

import dev.plimsoll.bench.RunnerRace.Runner;
import dev.plimsoll.bench.load.Spent;
import dev.plimsoll.bench.load.Work;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Times the runners of a row alternately on the calling thread. It measures the processor time of this thread and its helper
 * threads, so other processes and garbage collection do not count. Allocation is reported separately.
 */
final class Stopwatch {

    private static final int MAX_WARM_UPS = 6;

    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private final MeasuredRate measuredRate;
    private long consumed;

    Stopwatch(MeasuredRate measuredRate) {
        this.measuredRate = measuredRate;
    }

    RunDuration time(RunnerRace runnerRace) {
        List<Runner> runners = runnerRace.runners().get();
        int n = runners.size();
        long[] operations = new long[n];
        for (int i = 0; i < n; i++) {
            operations[i] = warmUp(runners.get(i).work());
        }
        double[][] nanos = new double[n][measuredRate.rounds()];
        long[] allocated = new long[n];
        for (int round = 0; round < measuredRate.rounds(); round++) {
            for (int i = 0; i < n; i++) {
                Work work = runners.get(i).work();
                Spent spent = run(work, operations[i]);
                nanos[i][round] = Math.max(1.0, spent.nanos()) / operations[i];
                allocated[i] = spent.bytes() / operations[i];
            }
        }
        return new RunDuration(runnerRace, runners.stream().map(Runner::name).toArray(String[]::new), nanos, allocated);
    }

    /** Returns the sum of the operations' results, which must be used so that the compiler cannot remove the operations. */
    long consumed() {
        return consumed;
    }

    /**
     * Warms up, and returns the number of operations for a round at the final speed. Warm-up ends after the compiler has been
     * idle for a while, because it falls behind on a busy machine.
     */
    private long warmUp(Work work) {
        long operations = 1;
        long totalNanos = 0;
        long quietSince = 0;
        long compileMillis = compiler.getTotalCompilationTime();
        while (true) {
            long elapsedNanos = Math.max(1, run(work, operations).nanos());
            totalNanos += elapsedNanos;
            long newCompileMillis = compiler.getTotalCompilationTime();
            quietSince = newCompileMillis == compileMillis ? quietSince : totalNanos;
            compileMillis = newCompileMillis;
            long roundOperations = Math.max(1, (long) ((double) measuredRate.roundNanos() / elapsedNanos * operations));
            boolean isQuiet = totalNanos - quietSince >= measuredRate.warmUpNanos() / 2;
            if (totalNanos >= measuredRate.warmUpNanos()
                    && (isQuiet || totalNanos >= MAX_WARM_UPS * measuredRate.warmUpNanos())) {
                return roundOperations;
            }
            // grow slowly, because the first operations are the slow ones
            operations = Math.min(roundOperations, 2 * operations);
        }
    }

    private Spent run(Work work, long operations) {
        long sum = 0;
        Spent.Measurement start = new Spent.Measurement();
        for (long i = 0; i < operations; i++) {
            sum += work.run();
        }
        Spent spent = start.spent();
        consumed += sum;
        return spent;
    }
}
