package dev.plimsoll.bench.stdio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the cost of {@code plimsoll run}: the time it adds to a call compared with a blind proxy on the same stack, and the
 * time it adds to the start of a server. The process chains alternate, so that other load on the machine affects all alike.
 */
final class StdioBench {

    private static final int ROUNDS = 9;

    private final String java =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private final String classPath = System.getProperty("java.class.path");
    private final String plimsoll;
    private final String clone;

    private StdioBench(String plimsoll, String clone) {
        this.plimsoll = plimsoll;
        this.clone = clone;
    }

    /** Runs the benchmark. The arguments are the paths of the installed launcher and of the launcher in a clone. */
    public static void main(String[] args) throws IOException {
        StdioBench bench = new StdioBench(args[0], args[1]);
        System.out.printf(
                "%-34s %10s %10s %10s %10s%n", "added to a round trip, median", "direct", "blind", "plimsoll", "ratio");
        bench.roundTrips("small message", 100, 3_000);
        bench.roundTrips("100 KB, passes", 100_000, 400);
        bench.roundTrips("1 MB, passes", 1_000_000, 40);
        bench.roundTrips("20 MB, passes", 20_000_000, 4);
        bench.roundTrips("100 KB, shaped", 100_000, 400, "--budget", "4000");
        bench.roundTrips("1 MB, shaped", 1_000_000, 40, "--budget", "4000");
        bench.roundTrips("20 MB, shaped", 20_000_000, 4, "--budget", "4000");
        bench.measureStarts();
    }

    private void roundTrips(String row, int bytes, int calls, String... options) throws IOException {
        List<String> server =
                List.of(java, "-XX:+UseSerialGC", "-cp", classPath, CannedServer.class.getName(), "" + bytes);
        List<String> run = new ArrayList<>(List.of(plimsoll, "run", "--log-level", "off"));
        run.addAll(options.length == 0 ? List.of("--preset", "off") : List.of(options));
        Map<String, List<String>> chains = new LinkedHashMap<>();
        chains.put("direct", server);
        List<String> blind = List.of(java, "-XX:+UseSerialGC", "-cp", classPath, BlindStdioProxy.class.getName());
        chains.put("blind", concat(blind, server));
        run.add("--");
        chains.put("plimsoll", concat(run, server));
        double[] medians = medians(List.copyOf(chains.values()), calls);
        double blindAdded = medians[1] - medians[0];
        double plimsollAdded = medians[2] - medians[0];
        print(row, medians[0], blindAdded, plimsollAdded, plimsollAdded / blindAdded);
    }

    private static List<String> concat(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    /** Returns the microseconds per call: the median over rounds in which the chains alternate. */
    private static double[] medians(List<List<String>> chains, int calls) throws IOException {
        List<StdioCaller> callers = new ArrayList<>();
        double[][] rounds = new double[chains.size()][ROUNDS];
        try {
            for (List<String> chain : chains) {
                StdioCaller stdioCaller = new StdioCaller(chain);
                callers.add(stdioCaller);
                stdioCaller.open();
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
        String answer =
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";
        List<String> server = List.of("sh", "-c", "read a; echo '" + answer + "'; cat >/dev/null");
        List<String> run = concat(List.of(plimsoll, "run", "--log-level", "off", "--"), server);
        List<String> fromClone = concat(List.of(clone), run.subList(1, run.size()));
        double[] direct = new double[ROUNDS];
        double[] through = new double[ROUNDS];
        double[] cloned = new double[ROUNDS];
        double[] bare = new double[ROUNDS];
        long memory = 0;
        for (int i = 0; i < ROUNDS; i++) {
            direct[i] = firstAnswer(server)[0];
            double[] throughRun = firstAnswer(run);
            through[i] = throughRun[0];
            memory = Math.max(memory, (long) throughRun[1]);
            cloned[i] = firstAnswer(fromClone)[0];
            bare[i] = bareJvm();
        }
        double added = median(through) - median(direct);
        System.out.printf(
                Locale.ROOT,
                "%nstart: first answer after %.0f ms, the server alone %.0f ms: %.0f ms added, %.1f x java -version (%.0f ms); %d MB resident; from a clone %.0f ms added%n",
                median(through) / 1_000,
                median(direct) / 1_000,
                added / 1_000,
                added / median(bare),
                median(bare) / 1_000,
                memory,
                (median(cloned) - median(direct)) / 1_000);
        Laptop.measure(server, run);
    }

    private static double[] firstAnswer(List<String> chain) throws IOException {
        long startNanos = System.nanoTime();
        try (StdioCaller stdioCaller = new StdioCaller(chain)) {
            stdioCaller.open();
            return new double[] {(System.nanoTime() - startNanos) / 1_000.0, stdioCaller.residentMegabytes()};
        }
    }

    private double bareJvm() throws IOException {
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

    private static void print(String row, double direct, double floor, double guarded, double ratio) {
        System.out.printf(Locale.ROOT, "%-34s %8.1f µs %8.1f µs %8.1f µs %9.2f%n", row, direct, floor, guarded, ratio);
    }
}
