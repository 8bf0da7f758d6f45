package dev.plimsoll.bench.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A load that is run on each path alternately.
 *
 * @param server the name of the canned result
 * @param modern whether requests use 2026-07-28
 * @param shaped whether the result is too large to pass
 * @param goal the goal of the path through Plimsoll
 */
record LoadRow(String name, String server, boolean modern, boolean shaped, int connections, HttpGoal goal) {

    private static final int WARM_UP_CONNECTIONS = 8;
    private static final long WARM_UP_NANOS = 20_000_000_000L;
    private static final long FURTHER_WARM_UP_NANOS = 5_000_000_000L;

    static final String DIRECT = "direct";
    static final String BLIND = "blind proxy";
    static final String PLIMSOLL = "plimsoll";

    /**
     * Runs the load.
     *
     * @param portsByPath the ports of the paths, by name
     * @param warm the combinations of path and revision that are already warmed up
     */
    HttpReport.Line run(Map<String, Integer> portsByPath, Options options, Set<String> warm)
            throws IOException, InterruptedException {
        Map<String, PathRun> pathRuns = new LinkedHashMap<>();
        try {
            int directLength = 0;
            for (Map.Entry<String, Integer> path : portsByPath.entrySet()) {
                PathRun pathRun = new PathRun(new ArrayList<>(), new ArrayList<>());
                pathRuns.put(path.getKey(), pathRun);
                int length = open(path.getValue(), pathRun.clients());
                directLength = path.getKey().equals(DIRECT) ? length : directLength;
                requirePlausibleLength(path.getKey(), length, directLength);
                if (warm.add(path.getKey() + server + modern)) {
                    // the warm-up with small calls also serves the other rows
                    boolean first = warm.add(path.getKey() + modern);
                    warmUp(path.getValue(), first ? WARM_UP_NANOS : FURTHER_WARM_UP_NANOS);
                }
                var _ = Load.run(pathRun.clients(), options.roundNanos());
            }
            for (int round = 0; round < options.rounds(); round++) {
                for (PathRun pathRun : pathRuns.values()) {
                    pathRun.samples().add(Load.run(pathRun.clients(), options.roundNanos()));
                }
            }
        } finally {
            for (PathRun pathRun : pathRuns.values()) {
                for (LoadClient loadClient : pathRun.clients()) {
                    loadClient.close();
                }
            }
        }
        Map<String, List<Load.Sample>> samples = new LinkedHashMap<>();
        pathRuns.forEach((path, pathRun) -> samples.put(path, pathRun.samples()));
        return new HttpReport.Line(this, samples);
    }

    /**
     * Warms up a path. A server in production runs for weeks, so its code must be compiled as after minutes of light traffic.
     */
    private void warmUp(int port, long nanos) throws IOException, InterruptedException {
        List<LoadClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < WARM_UP_CONNECTIONS; i++) {
                LoadClient loadClient = new LoadClient(port, server, modern);
                clients.add(loadClient);
                loadClient.firstCall();
            }
            var _ = Load.run(clients, nanos);
        } finally {
            for (LoadClient loadClient : clients) {
                loadClient.close();
            }
        }
    }

    /** The clients and samples of one path. */
    private record PathRun(List<LoadClient> clients, List<Load.Sample> samples) {}

    /** Opens the clients of a path, and returns the length of their first response. */
    private int open(int port, List<LoadClient> clients) throws IOException {
        int length = 0;
        for (int i = 0; i < connections; i++) {
            LoadClient loadClient = new LoadClient(port, server, modern);
            clients.add(loadClient);
            length = loadClient.firstCall().length();
        }
        return length;
    }

    private void requirePlausibleLength(String path, int length, int directLength) throws IOException {
        boolean isCut = length < directLength / 2;
        if (isCut != (shaped && path.equals(PLIMSOLL))) {
            throw new IOException(name + ", " + path + ": an answer of " + length + " bytes, directly " + directLength);
        }
    }
}
