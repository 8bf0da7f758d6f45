package dev.plimsoll.bench;

import dev.plimsoll.bench.RunnerRace.Runner;
import dev.plimsoll.bench.load.Spent;
import dev.plimsoll.bench.load.Work;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Times the runners of a row in turns on the calling thread, by the time that it and those who help it had a processor: what
 * other processes take does not count. Collecting garbage does not either; what is allocated is told beside.
 */
final class Stopwatch {

    private static final int MOST_WARM_UPS = 6;

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

    /** What the operations gave, summed up: somebody has to look at it. */
    long consumed() {
        return consumed;
    }

    /**
     * How many operations fill a round, by the speed at the end of warming up. That ends when the compiler has had
     * nothing to do for a while, since on a busy machine it falls behind.
     */
    private long warmUp(Work work) {
        long operations = 1;
        long spent = 0;
        long quietSince = 0;
        long compiled = compiler.getTotalCompilationTime();
        while (true) {
            long took = Math.max(1, run(work, operations).nanos());
            spent += took;
            long now = compiler.getTotalCompilationTime();
            quietSince = now == compiled ? quietSince : spent;
            compiled = now;
            long wanted = Math.max(1, (long) ((double) measuredRate.roundNanos() / took * operations));
            boolean quiet = spent - quietSince >= measuredRate.warmUpNanos() / 2;
            if (spent >= measuredRate.warmUpNanos() && (quiet || spent >= MOST_WARM_UPS * measuredRate.warmUpNanos())) {
                return wanted;
            }
            // in small steps: the first operations are the slow ones
            operations = Math.min(wanted, 2 * operations);
        }
    }

    private Spent run(Work work, long operations) {
        long sum = 0;
        Spent.Since began = new Spent.Since();
        for (long i = 0; i < operations; i++) {
            sum += work.run();
        }
        Spent spent = began.spent();
        consumed += sum;
        return spent;
    }
}
