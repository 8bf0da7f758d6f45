package dev.plimsoll.bench.stdio;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures what the first seconds of {@code plimsoll run} cost. Each session has a new process of the client, of the gateway, and of
 * the server; sessions with and without the gateway alternate.
 */
final class ColdBench {

    private static final int ROUNDS = 9;

    private static final List<String> ROWS = List.of(
            "start to the answer of initialize",
            "start to the answer of tools/list",
            "first call",
            "median of the calls",
            "99 % of the calls are below",
            "last call");

    private final String java;
    private final String classPath;
    private final String launcher;

    ColdBench(String java, String classPath, String launcher) {
        this.java = java;
        this.classPath = classPath;
        this.launcher = launcher;
    }

    void measure() throws IOException {
        Path data = Files.createTempDirectory("plimsoll-cold");
        try {
            measure(ColdClient.SMALL, "1,000 small calls", data);
            measure(ColdClient.LARGE, "12 results of 1 MB, shaped", data);
        } finally {
            delete(data);
        }
    }

    private void measure(String tool, String title, Path data) throws IOException {
        List<String> server = javaCommand(ColdServer.class);
        List<String> run = new ArrayList<>(List.of(launcher, "run", "--log-level", "off", "--data", data.toString()));
        run.add("--");
        run.addAll(server);
        Map<String, double[][]> values = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (List<String> chain : List.of(server, run)) {
                double[] session = runClient(tool, chain);
                double[][] rows = values.computeIfAbsent(
                        chain.equals(server) ? "direct" : "run", any -> new double[session.length][ROUNDS]);
                for (int i = 0; i < session.length; i++) {
                    rows[i][round] = session[i];
                }
            }
            delete(data.resolve("snapshots"));
        }
        double[] direct = medians(values, "direct");
        double[] through = medians(values, "run");
        System.out.printf("%n%-40s %10s %10s %10s%n", "cold: " + title, "direct", "run", "run adds");
        for (int i = 0; i < ROWS.size(); i++) {
            System.out.printf(
                    Locale.ROOT,
                    "%-40s %7.2f ms %7.2f ms %7.2f ms%n",
                    ROWS.get(i),
                    direct[i],
                    through[i],
                    through[i] - direct[i]);
        }
        System.out.printf(Locale.ROOT, "%-40s %10s %7.0f MB%n", "resident after tools/list", "", through[ROWS.size()]);
    }

    private static double[] medians(Map<String, double[][]> values, String chain) {
        return Arrays.stream(values.getOrDefault(chain, new double[0][]))
                .mapToDouble(StdioBench::median)
                .toArray();
    }

    /** Returns what a new client has measured. */
    private double[] runClient(String tool, List<String> chain) throws IOException {
        List<String> command = new ArrayList<>(javaCommand(ColdClient.class));
        command.add(tool);
        command.addAll(chain);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        if (output.isEmpty()) {
            throw new IOException("the client failed: " + String.join(" ", command));
        }
        return Arrays.stream(output.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    /** Returns a command that compiles quickly, so that client and server leave the processors to the gateway. */
    private List<String> javaCommand(Class<?> program) {
        return List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath, program.getName());
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
