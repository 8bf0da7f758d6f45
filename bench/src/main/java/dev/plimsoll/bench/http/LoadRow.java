package dev.plimsoll.bench.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A row of the report: a load that runs alternately on each path to the server.
 *
 * @param server the name of the canned result
 * @param isModern whether requests use 2026-07-28
 * @param isShaped whether the result is too large to pass
 * @param goal the goal of the path through Plimsoll
 */
record LoadRow(String name, String server, boolean isModern, boolean isShaped, int connections, HttpGoal goal) {

    private static final int WARM_UP_CONNECTIONS = 8;
    private static final long WARM_UP_NANOS = 20_000_000_000L;
    /** The length of each warm-up of a path after its first one. */
    private static final long FURTHER_WARM_UP_NANOS = 5_000_000_000L;

    static final String DIRECT = "direct";
    static final String BLIND = "blind proxy";
    static final String PLIMSOLL = "plimsoll";

    /**
     * Runs the load.
     *
     * @param processesByPath the process that each path calls, by the name of the path
     * @param warmedUp the combinations of path, server, and revision that are already warmed up
     */
    HttpReport.RowSamples run(
            Map<String, ListeningProcess> processesByPath, HttpBenchOptions options, Set<String> warmedUp)
            throws IOException, InterruptedException {
        Map<String, PathRun> pathRuns = new LinkedHashMap<>();
        try {
            int directLength = 0;
            for (Map.Entry<String, ListeningProcess> path : processesByPath.entrySet()) {
                ListeningProcess process = path.getValue();
                PathRun pathRun = new PathRun(process, new ArrayList<>(), new ArrayList<>());
                pathRuns.put(path.getKey(), pathRun);
                int length = open(process.port(), pathRun.clients());
                directLength = path.getKey().equals(DIRECT) ? length : directLength;
                requirePlausibleLength(path.getKey(), length, directLength);
                if (warmedUp.add(path.getKey() + server + isModern)) {
                    // the first warm-up of a path is the longest, because it also compiles the code that all rows share
                    boolean isFirstWarmUp = warmedUp.add(path.getKey() + isModern);
                    warmUp(process, isFirstWarmUp ? WARM_UP_NANOS : FURTHER_WARM_UP_NANOS);
                }
                var _ = pathRun.measure(options.roundNanos());
            }
            for (int round = 0; round < options.rounds(); round++) {
                for (PathRun pathRun : pathRuns.values()) {
                    pathRun.samples().add(pathRun.measure(options.roundNanos()));
                }
            }
        } finally {
            for (PathRun pathRun : pathRuns.values()) {
                for (LoadClient loadClient : pathRun.clients()) {
                    loadClient.close();
                }
            }
        }
        Map<String, List<LoadGenerator.Sample>> samples = new LinkedHashMap<>();
        pathRuns.forEach((path, pathRun) -> samples.put(path, pathRun.samples()));
        return new HttpReport.RowSamples(this, samples);
    }

    /**
     * Warms up a path. A server in production runs for weeks, so the measurement should begin when the frequently used code is
     * compiled.
     */
    private void warmUp(ListeningProcess process, long nanos) throws IOException, InterruptedException {
        List<LoadClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < WARM_UP_CONNECTIONS; i++) {
                LoadClient loadClient = new LoadClient(process.port(), server, isModern);
                clients.add(loadClient);
                loadClient.firstCall();
            }
            var _ = LoadGenerator.run(process, clients, nanos);
        } finally {
            for (LoadClient loadClient : clients) {
                loadClient.close();
            }
        }
    }

    /** The called process, the clients, and the samples of one path. */
    private record PathRun(ListeningProcess process, List<LoadClient> clients, List<LoadGenerator.Sample> samples) {

        LoadGenerator.Sample measure(long nanos) throws InterruptedException {
            return LoadGenerator.run(process, clients, nanos);
        }
    }

    /** Opens the clients of a path, and returns the length of their first response. */
    private int open(int port, List<LoadClient> clients) throws IOException {
        int length = 0;
        for (int i = 0; i < connections; i++) {
            LoadClient loadClient = new LoadClient(port, server, isModern);
            clients.add(loadClient);
            length = loadClient.firstCall().length();
        }
        return length;
    }

    private void requirePlausibleLength(String path, int length, int directLength) throws IOException {
        boolean isCut = length < directLength / 2;
        if (isCut != (isShaped && path.equals(PLIMSOLL))) {
            throw new IOException(name + ", " + path + ": the answer has " + length + " bytes; the direct answer has "
                    + directLength);
        }
    }
}
