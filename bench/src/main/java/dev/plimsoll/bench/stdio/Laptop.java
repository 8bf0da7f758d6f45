package dev.plimsoll.bench.stdio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Measures twenty wrapped servers of one client, which all start at once and are then idle. */
final class Laptop {

    private static final int SERVERS = 20;
    private static final int ROUNDS = 5;

    private Laptop() {}

    static void measure(List<String> server, List<String> wrapped) throws IOException {
        double[] alone = new double[ROUNDS];
        double[] through = new double[ROUNDS];
        long resident = 0;
        long proportional = 0;
        for (int i = 0; i < ROUNDS; i++) {
            alone[i] = start(server)[0];
            double[] wrappedStart = start(wrapped);
            through[i] = wrappedStart[0];
            resident = Math.max(resident, (long) wrappedStart[1]);
            proportional = Math.max(proportional, (long) wrappedStart[2]);
        }
        System.out.printf(
                Locale.ROOT,
                "%n%d servers at once: all answer after %.0f ms, without `run` %.0f ms; resident %d MB in all, %d MB with what they share"
                        + " counted once%n",
                SERVERS,
                StdioBench.median(through),
                StdioBench.median(alone),
                resident,
                proportional);
    }

    /**
     * Returns the milliseconds until all have answered, and the megabytes of the first process of each: resident memory and
     * proportional share.
     */
    private static double[] start(List<String> command) throws IOException {
        List<StdioCaller> callers = new ArrayList<>();
        long startNanos = System.nanoTime();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Void>> answers = new ArrayList<>();
            for (int i = 0; i < SERVERS; i++) {
                StdioCaller stdioCaller = new StdioCaller(command);
                callers.add(stdioCaller);
                answers.add(CompletableFuture.runAsync(() -> open(stdioCaller), clients));
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

    private static void open(StdioCaller stdioCaller) {
        try {
            stdioCaller.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
