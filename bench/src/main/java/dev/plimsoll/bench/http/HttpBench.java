package dev.plimsoll.bench.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Measures the cost of {@code plimsoll serve} in front of a server with a {@code url}: rates and times compared with a blind
 * proxy on the same stack, startup time, and memory per session. The measured paths alternate, so that other load on the
 * machine affects all alike.
 */
public final class HttpBench {

    private static final int CROWD = 500;

    /** The heap of all compared programs, independent of the machine. */
    private static final String HEAP = "-Xms1g -Xmx1g";

    private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

    private HttpBench() {}

    /** Runs the benchmark. The arguments are the path of the launcher and the options. */
    public static void main(String[] args) throws Exception {
        Options options;
        try {
            options = Options.of(List.of(args).subList(1, args.length));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        Path folder = Files.createTempDirectory("plimsoll-bench");
        try (Program upstream = Program.startJava(CannedUpstream.class, FLAGS)) {
            HttpReport httpReport = new HttpReport(System.out, options.json());
            GatewayProcess gatewayProcess = new GatewayProcess(folder, args[0], upstream.port());
            rows(gatewayProcess, upstream.port(), options, httpReport);
            if (options.wants("start of serve")) {
                Starts.measure(gatewayProcess, upstream.port(), options.rounds(), httpReport);
            }
            if (options.wants("idle sessions")) {
                IdleSessions.measure(gatewayProcess, options.sessions(), httpReport);
            }
            httpReport.end();
        } finally {
            delete(folder);
        }
    }

    private static void rows(GatewayProcess gatewayProcess, int upstream, Options options, HttpReport httpReport)
            throws Exception {
        List<LoadRow> rows = rows(options).stream()
                .filter(loadRow -> options.wants(loadRow.name()))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        List<Program> programs = new ArrayList<>();
        try {
            Map<String, Integer> portsByPath = new LinkedHashMap<>();
            portsByPath.put(LoadRow.DIRECT, upstream);
            if (GatewayProcess.hasNginx()) {
                programs.add(gatewayProcess.nginx());
                portsByPath.put("nginx", programs.getLast().port());
            }
            programs.add(Program.startJava(BlindHttpProxy.class, FLAGS, "" + upstream));
            portsByPath.put(LoadRow.BLIND, programs.getLast().port());
            programs.add(gatewayProcess.plimsoll(HEAP));
            portsByPath.put(LoadRow.PLIMSOLL, programs.getLast().port());
            Set<String> warm = new HashSet<>();
            for (LoadRow loadRow : rows) {
                httpReport.add(loadRow.run(portsByPath, options, warm));
            }
        } finally {
            programs.forEach(Program::close);
        }
    }

    private static List<LoadRow> rows(Options options) {
        List<LoadRow> rows = new ArrayList<>();
        for (int connections : options.connections()) {
            // times above the median mean little if calls queue for two cores
            HttpGoal small = connections == 1 ? new HttpGoal(0.8, 0, 20, 2) : new HttpGoal(0.8, 0, 0, 0);
            HttpGoal big = new HttpGoal(0, 1.2, 0, 0);
            rows.add(new LoadRow("2 KB, session", "small", false, false, connections, small));
            rows.add(new LoadRow("2 KB, 2026-07-28", "modern", true, false, connections, small));
            rows.add(new LoadRow("2 KB, 2026-07-28 to 2025-11-25", "small", true, false, connections, HttpGoal.NONE));
            rows.add(new LoadRow("1 MB that passes, session", "big", false, false, connections, big));
            rows.add(new LoadRow("1 MB that passes, 2026-07-28", "modernbig", true, false, connections, big));
            rows.add(new LoadRow(
                    "1 MB that passes, 2026-07-28 to 2025-11-25", "big", true, false, connections, HttpGoal.NONE));
            rows.add(new LoadRow("100 KB that is shaped, session", "list", false, true, connections, HttpGoal.NONE));
        }
        int firstConnections = options.connections().getFirst();
        rows.add(new LoadRow("100 KB that passes, session", "some", false, false, firstConnections, HttpGoal.NONE));
        rows.add(new LoadRow("20 MB that passes, session", "huge", false, false, firstConnections, HttpGoal.NONE));
        rows.add(new LoadRow(
                "20 MB that passes, near the budget", "near", false, false, firstConnections, HttpGoal.NONE));
        rows.add(new LoadRow("1 MB that is shaped, session", "biglist", false, true, firstConnections, HttpGoal.NONE));
        rows.add(
                new LoadRow("20 MB that is shaped, session", "hugelist", false, true, firstConnections, HttpGoal.NONE));
        rows.add(new LoadRow("2 KB, a crowd of sessions", "small", false, false, CROWD, HttpGoal.NONE));
        return rows;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
