package dev.plimsoll.bench.growth;

import dev.plimsoll.bench.load.Spent;
import dev.plimsoll.bench.load.Work;
import java.util.Arrays;

/** Times one operation by the processor time that it took: the median of several rounds after warming up. */
final class GrowthMeter {

    private static final int ROUNDS = 7;

    private final long warmUpNanos;
    private final long roundNanos;
    private long consumed;

    /** @param millis for each round; three times as long is warmed up */
    GrowthMeter(long millis) {
        this.roundNanos = millis * 1_000_000;
        this.warmUpNanos = 3 * roundNanos;
    }

    double nanos(Work work) {
        long operations = warmUp(work);
        double[] rounds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            rounds[i] = (double) Math.max(1, run(work, operations)) / operations;
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    private long warmUp(Work work) {
        long operations = 1;
        long spent = 0;
        while (true) {
            long took = Math.max(1, run(work, operations));
            spent += took;
            long wanted = Math.max(1, (long) ((double) roundNanos / took * operations));
            if (spent >= warmUpNanos) {
                return wanted;
            }
            operations = Math.min(wanted, 2 * operations);
        }
    }

    private long run(Work work, long operations) {
        Spent.Since began = new Spent.Since();
        for (long i = 0; i < operations; i++) {
            consumed += work.run();
        }
        return began.spent().nanos();
    }

    /** What the operations gave, summed up: somebody has to look at it. */
    long consumed() {
        return consumed;
    }
}
