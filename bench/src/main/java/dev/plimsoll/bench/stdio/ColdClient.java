package dev.plimsoll.bench.stdio;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Client in a separate process, like the client of a user. It starts a chain of processes, runs one session with the
 * chain, and prints one line: the measured times, and the resident memory of the first process of the chain.
 */
final class ColdClient {

    static final String SMALL = "small";
    static final String LARGE = "large";

    private static final int SMALL_CALLS = 1_000;
    private static final int LARGE_CALLS = 12;

    private ColdClient() {}

    /** Runs the session. The arguments are the tool to call, and the command of the chain. */
    public static void main(String[] args) throws IOException {
        String tool = args[0];
        List<String> command = List.of(args).subList(1, args.length);
        long startNanos = System.nanoTime();
        try (StdioCaller caller = new StdioCaller(command)) {
            caller.initialize();
            double initializeMillis = millisSince(startNanos);
            caller.listTools();
            double listMillis = millisSince(startNanos);
            long residentMegabytes = caller.residentMegabytes();
            double[] millis = new double[tool.equals(LARGE) ? LARGE_CALLS : SMALL_CALLS];
            for (int i = 0; i < millis.length; i++) {
                long callNanos = System.nanoTime();
                caller.call(tool);
                millis[i] = millisSince(callNanos);
            }
            double[] sorted = millis.clone();
            Arrays.sort(sorted);
            System.out.printf(
                    Locale.ROOT,
                    "%.3f %.3f %.3f %.3f %.3f %.3f %d%n",
                    initializeMillis,
                    listMillis,
                    millis[0],
                    sorted[sorted.length / 2],
                    sorted[sorted.length * 99 / 100],
                    millis[millis.length - 1],
                    residentMegabytes);
        }
    }

    private static double millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e6;
    }
}
