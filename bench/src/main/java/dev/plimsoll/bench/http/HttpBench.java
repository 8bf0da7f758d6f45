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
 * Measures the cost of {@code plimsoll serve} in front of a server with a {@code url}: rates and times of calls, startup time, and
 * memory per session. Calls are compared with those through a blind proxy that uses the same HTTP server and client. The measured paths to the server
 * alternate, so that other load on the machine affects all paths alike.
 */
public final class HttpBench {

    private static final int MANY_CONNECTIONS = 500;

    /** The heap of all compared programs. It is fixed, so that it does not depend on the memory of the machine. */
    private static final String HEAP_OPTIONS = "-Xms1g -Xmx1g";

    private static final List<String> JVM_FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

    private HttpBench() {}

    /** Runs the benchmark. The first argument is the path of the launcher {@code plimsoll}; the other arguments are options. */
    public static void main(String[] args) throws Exception {
        HttpBenchOptions options;
        try {
            options = HttpBenchOptions.parse(List.of(args).subList(1, args.length));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        Path folder = Files.createTempDirectory("plimsoll-bench");
        try (ListeningProcess upstream = ListeningProcess.startJava(CannedUpstream.class, JVM_FLAGS)) {
            HttpReport httpReport = new HttpReport(System.out, options.isJson());
            ProxyLauncher proxyLauncher = new ProxyLauncher(folder, args[0], upstream.port());
            measureRows(proxyLauncher, upstream, options, httpReport);
            if (options.isSelected("start of serve")) {
                StartupTime.measure(proxyLauncher, upstream.port(), options.rounds(), httpReport);
            }
            if (options.isSelected("idle sessions")) {
                IdleSessions.measure(proxyLauncher, options.sessions(), httpReport);
            }
            httpReport.finish();
        } finally {
            delete(folder);
        }
    }

    private static void measureRows(
            ProxyLauncher proxyLauncher, ListeningProcess upstream, HttpBenchOptions options, HttpReport httpReport)
            throws Exception {
        List<LoadRow> rows = createRows(options).stream()
                .filter(loadRow -> options.isSelected(loadRow.name()))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        List<ListeningProcess> processes = new ArrayList<>();
        try {
            Map<String, ListeningProcess> processesByPath = new LinkedHashMap<>();
            processesByPath.put(LoadRow.DIRECT, upstream);
            if (ProxyLauncher.hasNginx()) {
                processes.add(proxyLauncher.startNginx());
                processesByPath.put("nginx", processes.getLast());
            }
            processes.add(ListeningProcess.startJava(BlindHttpProxy.class, JVM_FLAGS, "" + upstream.port()));
            processesByPath.put(LoadRow.BLIND, processes.getLast());
            processes.add(proxyLauncher.startPlimsoll(HEAP_OPTIONS));
            processesByPath.put(LoadRow.PLIMSOLL, processes.getLast());
            Set<String> warmedUp = new HashSet<>();
            for (LoadRow loadRow : rows) {
                httpReport.add(loadRow.run(processesByPath, options, warmedUp));
            }
        } finally {
            processes.forEach(ListeningProcess::close);
        }
    }

    private static List<LoadRow> createRows(HttpBenchOptions options) {
        List<LoadRow> rows = new ArrayList<>();
        for (int connections : options.connections()) {
            // with several connections, calls wait for a free processor core, so goals in microseconds or milliseconds
            // are not meaningful
            HttpGoal smallGoal = connections == 1 ? new HttpGoal(0.8, 0, 20, 2) : new HttpGoal(0.8, 0, 0, 0);
            HttpGoal bigGoal = new HttpGoal(0, 1.5, 0, 0);
            rows.add(new LoadRow("2 KB, session", "small", false, false, connections, smallGoal));
            rows.add(new LoadRow("2 KB, 2026-07-28", "modern", true, false, connections, smallGoal));
            rows.add(new LoadRow("2 KB, 2026-07-28 to 2025-11-25", "small", true, false, connections, HttpGoal.NONE));
            rows.add(new LoadRow("1 MB that passes, session", "big", false, false, connections, bigGoal));
            rows.add(new LoadRow("1 MB that passes, 2026-07-28", "modernbig", true, false, connections, bigGoal));
            rows.add(new LoadRow(
                    "1 MB that passes, 2026-07-28 to 2025-11-25", "big", true, false, connections, HttpGoal.NONE));
            rows.add(new LoadRow("100 KB that is shaped, session", "list", false, true, connections, HttpGoal.NONE));
        }
        int firstConnections = options.connections().getFirst();
        rows.add(new LoadRow("100 KB that passes, session", "some", false, false, firstConnections, HttpGoal.NONE));
        rows.add(new LoadRow("10 MB that passes, session", "tens", false, false, firstConnections, HttpGoal.NONE));
        rows.add(new LoadRow("20 MB that passes, counted", "huge", false, false, firstConnections, HttpGoal.NONE));
        rows.add(new LoadRow("1 MB that is shaped, session", "biglist", false, true, firstConnections, HttpGoal.NONE));
        rows.add(
                new LoadRow("20 MB that is shaped, session", "hugelist", false, true, firstConnections, HttpGoal.NONE));
        rows.add(new LoadRow("2 KB, a crowd of sessions", "small", false, false, MANY_CONNECTIONS, HttpGoal.NONE));
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
