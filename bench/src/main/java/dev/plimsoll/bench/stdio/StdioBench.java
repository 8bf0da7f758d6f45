package dev.plimsoll.bench.stdio;

import dev.plimsoll.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the cost of {@code plimsoll run}: the time that it adds to a call, and to the start of a server. Calls are
 * compared with those through a blind proxy on the same Java. Each measured chain of processes begins with the client's child and ends with
 * the server. The chains alternate, so that other load on the machine affects all chains alike.
 */
final class StdioBench {

    private static final int ROUNDS = 9;

    private final String java =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private final String classPath = System.getProperty("java.class.path");
    private final String launcher;
    private final String clonedLauncher;

    private StdioBench(String launcher, String clonedLauncher) {
        this.launcher = launcher;
        this.clonedLauncher = clonedLauncher;
    }

    /**
     * Runs the benchmark. The arguments are the paths of the installed launcher and of the launcher in a clone, and
     * optionally {@code cold}, to measure only the first seconds of a session.
     */
    public static void main(String[] args) throws IOException {
        StdioBench bench = new StdioBench(args[0], args[1]);
        if (args.length > 2) {
            if (!args[2].equals("cold")) {
                throw new IllegalArgumentException("must be cold or nothing, got " + args[2]);
            }
            bench.createColdBench().measure();
            return;
        }
        System.out.printf(
                "%-34s %10s %10s %10s %10s%n", "median of a round trip", "direct", "blind adds", "run adds", "ratio");
        bench.measureRoundTrips("small message", 100, 3_000);
        bench.measureRoundTrips("100 KB, passes", 100_000, 400);
        bench.measureRoundTrips("1 MB, passes", 1_000_000, 40);
        bench.measureRoundTrips("20 MB, passes", 20_000_000, 4);
        bench.measureRoundTrips("100 KB, shaped", 100_000, 400, "--budget", "4000");
        bench.measureRoundTrips("1 MB, shaped", 1_000_000, 40, "--budget", "4000");
        bench.measureRoundTrips("20 MB, shaped", 20_000_000, 4, "--budget", "4000");
        bench.measureStarts();
        bench.createColdBench().measure();
    }

    private ColdBench createColdBench() {
        return new ColdBench(java, classPath, launcher);
    }

    private void measureRoundTrips(String row, int bytes, int calls, String... options) throws IOException {
        List<String> server =
                List.of(java, "-XX:+UseSerialGC", "-cp", classPath, CannedServer.class.getName(), "" + bytes);
        List<String> run = new ArrayList<>(List.of(launcher, "run", "--log-level", "off"));
        run.addAll(options.length == 0 ? List.of("--preset", "off") : List.of(options));
        Map<String, List<String>> chains = new LinkedHashMap<>();
        chains.put("direct", server);
        List<String> blindProxy = List.of(java, "-XX:+UseSerialGC", "-cp", classPath, BlindStdioProxy.class.getName());
        chains.put("blind", concat(blindProxy, server));
        run.add("--");
        chains.put("plimsoll", concat(run, server));
        double[] medians = medianMicros(List.copyOf(chains.values()), calls);
        double blindAdded = medians[1] - medians[0];
        double plimsollAdded = medians[2] - medians[0];
        print(row, medians[0], blindAdded, plimsollAdded, plimsollAdded / blindAdded);
    }

    private static List<String> concat(List<String> first, List<String> second) {
        List<String> command = new ArrayList<>(first);
        command.addAll(second);
        return command;
    }

    /** Returns the microseconds per call: the median over rounds in which the chains alternate. */
    private static double[] medianMicros(List<List<String>> chains, int calls) throws IOException {
        List<StdioCaller> callers = new ArrayList<>();
        double[][] rounds = new double[chains.size()][ROUNDS];
        try {
            for (List<String> chain : chains) {
                StdioCaller stdioCaller = new StdioCaller(chain);
                callers.add(stdioCaller);
                stdioCaller.initialize();
                for (int i = 0; i < calls; i++) {
                    stdioCaller.call();
                }
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < callers.size(); i++) {
                    long startNanos = System.nanoTime();
                    for (int call = 0; call < calls; call++) {
                        callers.get(i).call();
                    }
                    rounds[i][round] = (System.nanoTime() - startNanos) / 1_000.0 / calls;
                }
            }
        } finally {
            for (StdioCaller stdioCaller : callers) {
                stdioCaller.close();
            }
        }
        return Arrays.stream(rounds).mapToDouble(StdioBench::median).toArray();
    }

    private void measureStarts() throws IOException {
        JsonWriter json =
                new JsonWriter().beginObject().string("jsonrpc", "2.0").number("id", 0);
        json.beginObject("result").string("protocolVersion", "2025-11-25");
        json.beginObject("capabilities").endObject().endObject();
        String answer = json.endObject().slice().utf8();
        List<String> server = List.of("sh", "-c", "read a; echo '" + answer + "'; cat >/dev/null");
        List<String> run = concat(List.of(launcher, "run", "--log-level", "off", "--"), server);
        List<String> fromClone = concat(List.of(clonedLauncher), run.subList(1, run.size()));
        double[] directMicros = new double[ROUNDS];
        double[] runMicros = new double[ROUNDS];
        double[] cloneMicros = new double[ROUNDS];
        double[] bareJvmMicros = new double[ROUNDS];
        long residentMegabytes = 0;
        for (int i = 0; i < ROUNDS; i++) {
            directMicros[i] = measureFirstAnswer(server)[0];
            double[] runStart = measureFirstAnswer(run);
            runMicros[i] = runStart[0];
            residentMegabytes = Math.max(residentMegabytes, (long) runStart[1]);
            cloneMicros[i] = measureFirstAnswer(fromClone)[0];
            bareJvmMicros[i] = measureBareJvm();
        }
        double added = median(runMicros) - median(directMicros);
        System.out.printf(
                Locale.ROOT,
                "%nstart: first answer after %.0f ms, of the server alone after %.0f ms: `run` adds %.0f ms, %.1f x java -version"
                        + " (%.0f ms); %d MB resident; if started from a clone, `run` adds %.0f ms%n",
                median(runMicros) / 1_000,
                median(directMicros) / 1_000,
                added / 1_000,
                added / median(bareJvmMicros),
                median(bareJvmMicros) / 1_000,
                residentMegabytes,
                (median(cloneMicros) - median(directMicros)) / 1_000);
        ManyServersStart.measure(server, run);
    }

    /**
     * Starts a chain. Returns the microseconds to its first answer, and the resident megabytes of its first process.
     */
    private static double[] measureFirstAnswer(List<String> chain) throws IOException {
        long startNanos = System.nanoTime();
        try (StdioCaller stdioCaller = new StdioCaller(chain)) {
            stdioCaller.initialize();
            return new double[] {(System.nanoTime() - startNanos) / 1_000.0, stdioCaller.residentMegabytes()};
        }
    }

    private double measureBareJvm() throws IOException {
        long startNanos = System.nanoTime();
        Process process = new ProcessBuilder(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-version")
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        return (System.nanoTime() - startNanos) / 1_000.0;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void print(String row, double direct, double blindAdds, double runAdds, double ratio) {
        System.out.printf(
                Locale.ROOT, "%-34s %8.1f µs %8.1f µs %8.1f µs %9.2f%n", row, direct, blindAdds, runAdds, ratio);
    }
}
