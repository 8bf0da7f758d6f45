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
 * Measures the overhead of {@code plimsoll run} in the first seconds of a session. Each session has new processes of the client, the gateway,
 * and the server. Sessions without the gateway, with it, and with the daemon alternate. The daemon is
 * measured if the installation has the native client.
 */
final class ColdBench {

    private static final int ROUNDS = 9;
    /** The index of the answer of tools/list in the values of a client. */
    private static final int LIST_ROW = 1;

    /** Variable for the folder of sockets, in which clients find their daemon. */
    private static final String SOCKET_FOLDER_VARIABLE = "XDG_RUNTIME_DIR";

    /** The times that a client prints, in this order. The memory of its chain follows them. */
    private static final List<String> ROWS = List.of(
            "start to the answer of initialize",
            "start to the answer of tools/list",
            "first call",
            "median of the calls",
            "99 % of the calls are below",
            "last call");

    private static final String DIRECT = "direct";
    private static final String RUN = "run";
    private static final String DAEMON = "daemon";

    private final String java;
    private final String classPath;
    private final String launcher;
    private final Path nativeClient;

    ColdBench(String java, String classPath, String launcher) {
        this.java = java;
        this.classPath = classPath;
        this.launcher = launcher;
        nativeClient = Path.of(launcher).resolveSibling("native").resolve("bin").resolve("plimsoll");
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
        Map<String, List<String>> chains = commandsByColumn(data);
        if (chains.containsKey(DAEMON)) {
            double[] first = runClient(tool, chains.get(DAEMON), data);
            System.out.printf(
                    Locale.ROOT, "%n%-40s %7.2f ms%n", "tools/list, with the start of the daemon", first[LIST_ROW]);
        }
        Map<String, double[][]> values = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (Map.Entry<String, List<String>> chain : chains.entrySet()) {
                double[] session = runClient(tool, chain.getValue(), data);
                double[][] rows = values.computeIfAbsent(chain.getKey(), any -> new double[session.length][ROUNDS]);
                for (int i = 0; i < session.length; i++) {
                    rows[i][round] = session[i];
                }
            }
            delete(data.resolve("snapshots"));
        }
        if (chains.containsKey(DAEMON)) {
            stopDaemon(data);
        }
        print(title, values);
    }

    /** Returns the commands to measure, by the names of their columns. */
    private Map<String, List<String>> commandsByColumn(Path data) {
        List<String> server = javaCommand(ColdServer.class);
        List<String> options = List.of("--log-level", "off", "--data", data.toString(), "--");
        Map<String, List<String>> chains = new LinkedHashMap<>();
        chains.put(DIRECT, server);
        chains.put(RUN, concat(List.of(launcher, "run", "--daemon=off"), options, server));
        if (Files.isExecutable(nativeClient)) {
            chains.put(DAEMON, concat(List.of(nativeClient.toString(), "run", "--daemon=auto"), options, server));
        }
        return chains;
    }

    private static List<String> concat(List<String> first, List<String> second, List<String> third) {
        return Stream.of(first, second, third).flatMap(List::stream).toList();
    }

    private static void print(String title, Map<String, double[][]> values) {
        double[] direct = medians(values, DIRECT);
        System.out.printf("%n%-40s %10s", "cold: " + title, DIRECT);
        List<String> columns =
                values.keySet().stream().filter(name -> !name.equals(DIRECT)).toList();
        columns.forEach(name -> System.out.printf(" %10s %12s", name, name + " adds"));
        System.out.println();
        for (int i = 0; i < ROWS.size(); i++) {
            System.out.printf(Locale.ROOT, "%-40s %7.2f ms", ROWS.get(i), direct[i]);
            for (String name : columns) {
                double through = medians(values, name)[i];
                System.out.printf(Locale.ROOT, " %7.2f ms %9.2f ms", through, through - direct[i]);
            }
            System.out.println();
        }
        System.out.printf("%-40s %10s", "resident after tools/list", "");
        for (String name : columns) {
            System.out.printf(Locale.ROOT, " %7.0f MB %12s", medians(values, name)[ROWS.size()], "");
        }
        System.out.println();
    }

    /** Stops the daemon that the sessions have started, which is the only one in the folder. */
    private void stopDaemon(Path data) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(launcher, "daemon", "stop")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put(SOCKET_FOLDER_VARIABLE, data.toString());
        try {
            builder.start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double[] medians(Map<String, double[][]> values, String chain) {
        return Arrays.stream(values.getOrDefault(chain, new double[0][]))
                .mapToDouble(StdioBench::median)
                .toArray();
    }

    /** Starts a client, and returns the values that it measured. */
    private double[] runClient(String tool, List<String> chain, Path data) throws IOException {
        List<String> command = new ArrayList<>(javaCommand(ColdClient.class));
        command.add(tool);
        command.addAll(chain);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put(SOCKET_FOLDER_VARIABLE, data.toString());
        Process process = builder.start();
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
