package dev.plimsoll.bench.stdio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Measures how a client starts twenty wrapped servers simultaneously: the time until all have answered, and their memory. */
final class ManyServersStart {

    private static final int SERVERS = 20;
    private static final int ROUNDS = 5;

    private ManyServersStart() {}

    static void measure(List<String> serverCommand, List<String> runCommand) throws IOException {
        double[] directMillis = new double[ROUNDS];
        double[] runMillis = new double[ROUNDS];
        long resident = 0;
        long proportional = 0;
        for (int i = 0; i < ROUNDS; i++) {
            directMillis[i] = startAll(serverCommand)[0];
            double[] runStart = startAll(runCommand);
            runMillis[i] = runStart[0];
            resident = Math.max(resident, (long) runStart[1]);
            proportional = Math.max(proportional, (long) runStart[2]);
        }
        System.out.printf(
                Locale.ROOT,
                "%n%d servers started simultaneously: all have answered after %.0f ms, without `run` after %.0f ms; resident %d MB in"
                        + " all, or %d MB if shared pages count once%n",
                SERVERS,
                StdioBench.median(runMillis),
                StdioBench.median(directMillis),
                resident,
                proportional);
    }

    /**
     * Starts the command twenty times. Returns the milliseconds until all have answered, and the memory in megabytes of the
     * started processes, without their children: resident memory, and proportional memory.
     */
    private static double[] startAll(List<String> command) throws IOException {
        List<StdioCaller> callers = new ArrayList<>();
        long startNanos = System.nanoTime();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Void>> answers = new ArrayList<>();
            for (int i = 0; i < SERVERS; i++) {
                StdioCaller stdioCaller = new StdioCaller(command);
                callers.add(stdioCaller);
                answers.add(CompletableFuture.runAsync(() -> openSession(stdioCaller), clients));
            }
            answers.forEach(CompletableFuture::join);
            double millis = (System.nanoTime() - startNanos) / 1e6;
            long resident = 0;
            long proportional = 0;
            for (StdioCaller stdioCaller : callers) {
                resident += stdioCaller.residentMegabytes();
                proportional += stdioCaller.proportionalMegabytes();
            }
            return new double[] {millis, resident, proportional};
        } finally {
            for (StdioCaller stdioCaller : callers) {
                stdioCaller.close();
            }
        }
    }

    private static void openSession(StdioCaller stdioCaller) {
        try {
            stdioCaller.initialize();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
