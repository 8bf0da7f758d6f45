package dev.plimsoll.bench;

import dev.plimsoll.bench.BenchmarkRow.Runner;
import dev.plimsoll.bench.load.ResourceUse;
import dev.plimsoll.bench.load.Work;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Times the runners of a row alternately on the calling thread. It measures the processor time of this thread and of the common
 * pool, so other processes and garbage collection do not count. The allocated memory is that of the last round.
 */
final class Stopwatch {

    /** The longest warm-up, as a multiple of the minimum warm-up. */
    private static final int MAX_WARM_UP_FACTOR = 6;

    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private final MeasurementPlan measurementPlan;
    private long checksum;

    Stopwatch(MeasurementPlan measurementPlan) {
        this.measurementPlan = measurementPlan;
    }

    RowResult measure(BenchmarkRow benchmarkRow) {
        List<Runner> runners = benchmarkRow.runners().get();
        int runnerCount = runners.size();
        long[] operations = new long[runnerCount];
        for (int i = 0; i < runnerCount; i++) {
            operations[i] = warmUp(runners.get(i).work());
        }
        double[][] nanos = new double[runnerCount][measurementPlan.rounds()];
        long[] allocated = new long[runnerCount];
        for (int round = 0; round < measurementPlan.rounds(); round++) {
            for (int i = 0; i < runnerCount; i++) {
                Work work = runners.get(i).work();
                ResourceUse resourceUse = run(work, operations[i]);
                nanos[i][round] = Math.max(1.0, resourceUse.nanos()) / operations[i];
                allocated[i] = resourceUse.bytes() / operations[i];
            }
        }
        return new RowResult(benchmarkRow, runners.stream().map(Runner::name).toArray(String[]::new), nanos, allocated);
    }

    /**
     * Returns the sum of the values that all operations returned. The caller must use the sum, so that the compiler
     * cannot remove the operations.
     */
    long checksum() {
        return checksum;
    }

    /**
     * Warms up, and returns the number of operations that fit in a round at the final speed. Warm-up ends only after the
     * compiler has been idle for a while, because the compiler falls behind on a busy machine.
     */
    private long warmUp(Work work) {
        long operations = 1;
        long totalNanos = 0;
        long idleSinceNanos = 0;
        long compileMillis = compiler.getTotalCompilationTime();
        while (true) {
            long elapsedNanos = Math.max(1, run(work, operations).nanos());
            totalNanos += elapsedNanos;
            long newCompileMillis = compiler.getTotalCompilationTime();
            idleSinceNanos = newCompileMillis == compileMillis ? idleSinceNanos : totalNanos;
            compileMillis = newCompileMillis;
            long roundOperations =
                    Math.max(1, (long) ((double) measurementPlan.roundNanos() / elapsedNanos * operations));
            boolean isCompilerIdle = totalNanos - idleSinceNanos >= measurementPlan.warmUpNanos() / 2;
            if (totalNanos >= measurementPlan.warmUpNanos()
                    && (isCompilerIdle || totalNanos >= MAX_WARM_UP_FACTOR * measurementPlan.warmUpNanos())) {
                return roundOperations;
            }
            // grow slowly, because the first operations are much slower than the later ones
            operations = Math.min(roundOperations, 2 * operations);
        }
    }

    private ResourceUse run(Work work, long operations) {
        long sum = 0;
        ResourceUse.Measurement start = new ResourceUse.Measurement();
        for (long i = 0; i < operations; i++) {
            sum += work.run();
        }
        ResourceUse resourceUse = start.used();
        checksum += sum;
        return resourceUse;
    }
}
