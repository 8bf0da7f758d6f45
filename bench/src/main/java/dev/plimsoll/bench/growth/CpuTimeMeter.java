package dev.plimsoll.bench.growth;

import dev.plimsoll.bench.load.ResourceUse;
import dev.plimsoll.bench.load.Work;
import java.util.Arrays;

/** Measures the processor time of an operation: after a warm-up, the median over several rounds. */
public final class CpuTimeMeter {

    private static final int ROUNDS = 7;

    private final long warmUpNanos;
    private final long roundNanos;
    private long checksum;

    /** @param millis the length of a round; warm-up takes three times as long */
    public CpuTimeMeter(long millis) {
        this.roundNanos = millis * 1_000_000;
        this.warmUpNanos = 3 * roundNanos;
    }

    /** Returns the nanoseconds of processor time of one operation. */
    public double measureNanos(Work work) {
        long operations = warmUp(work);
        double[] rounds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            rounds[i] = (double) Math.max(1, cpuNanos(work, operations)) / operations;
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    private long warmUp(Work work) {
        long operations = 1;
        long totalNanos = 0;
        while (true) {
            long elapsedNanos = Math.max(1, cpuNanos(work, operations));
            totalNanos += elapsedNanos;
            long roundOperations = Math.max(1, (long) ((double) roundNanos / elapsedNanos * operations));
            if (totalNanos >= warmUpNanos) {
                return roundOperations;
            }
            operations = Math.min(roundOperations, 2 * operations);
        }
    }

    private long cpuNanos(Work work, long operations) {
        ResourceUse.Measurement start = new ResourceUse.Measurement();
        for (long i = 0; i < operations; i++) {
            checksum += work.run();
        }
        return start.used().nanos();
    }

    /** Returns the sum of the values that all operations returned. It exists so that the compiler cannot remove them. */
    public long checksum() {
        return checksum;
    }
}
