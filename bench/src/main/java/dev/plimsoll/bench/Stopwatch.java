package dev.plimsoll.bench;

import com.sun.management.ThreadMXBean;
import dev.plimsoll.bench.Race.Runner;
import dev.plimsoll.bench.load.Work;
import java.lang.management.ManagementFactory;
import java.util.List;

/** Times the runners of a row in turns on the calling thread. */
final class Stopwatch {

    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Pace pace;
    private long consumed;

    Stopwatch(Pace pace) {
        this.pace = pace;
    }

    Timing time(Race race) {
        List<Runner> runners = race.runners().get();
        int n = runners.size();
        long[] operations = new long[n];
        for (int i = 0; i < n; i++) {
            operations[i] = warmUp(runners.get(i).work());
        }
        double[][] nanos = new double[n][pace.rounds()];
        long[] allocated = new long[n];
        for (int round = 0; round < pace.rounds(); round++) {
            for (int i = 0; i < n; i++) {
                Work work = runners.get(i).work();
                long before = thread.getCurrentThreadAllocatedBytes();
                nanos[i][round] = (double) run(work, operations[i]) / operations[i];
                allocated[i] = (thread.getCurrentThreadAllocatedBytes() - before) / operations[i];
            }
        }
        return new Timing(race, runners.stream().map(Runner::name).toArray(String[]::new), nanos, allocated);
    }

    /** What the operations gave, summed up: somebody has to look at it. */
    long consumed() {
        return consumed;
    }

    /** How many operations fill a round, by the speed at the end of warming up. */
    private long warmUp(Work work) {
        long end = System.nanoTime() + pace.warmUpNanos();
        long operations = 1;
        while (true) {
            long took = Math.max(1, run(work, operations));
            long wanted = Math.max(1, (long) ((double) pace.roundNanos() / took * operations));
            if (System.nanoTime() - end >= 0) {
                return wanted;
            }
            // in small steps: the first operations are the slow ones
            operations = Math.min(wanted, 2 * operations);
        }
    }

    private long run(Work work, long operations) {
        long sum = 0;
        long began = System.nanoTime();
        for (long i = 0; i < operations; i++) {
            sum += work.run();
        }
        long took = System.nanoTime() - began;
        consumed += sum;
        return took;
    }
}
