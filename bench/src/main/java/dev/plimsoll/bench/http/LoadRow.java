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
record LoadRow(String what, String server, boolean modern, boolean shaped, int connections, HttpGoal goal) {

    private static final int WARM_UP_CONNECTIONS = 8;
    private static final long WARM_UP_NANOS = 20_000_000_000L;
    private static final long FURTHER_WARM_UP_NANOS = 5_000_000_000L;

    static final String DIRECT = "direct";
    static final String BLIND = "blind proxy";
    static final String PLIMSOLL = "plimsoll";

    /**
     * Runs the load.
     *
     * @param ways the ports of the paths, by name
     * @param warm the combinations of path and revision that are already warmed up
     */
    HttpReport.Line run(Map<String, Integer> ways, Options options, Set<String> warm)
            throws IOException, InterruptedException {
        Map<String, Turn> turns = new LinkedHashMap<>();
        try {
            int whole = 0;
            for (Map.Entry<String, Integer> way : ways.entrySet()) {
                Turn turn = new Turn(new ArrayList<>(), new ArrayList<>());
                turns.put(way.getKey(), turn);
                int answered = open(way.getValue(), turn.clients());
                whole = way.getKey().equals(DIRECT) ? answered : whole;
                requireSense(way.getKey(), answered, whole);
                if (warm.add(way.getKey() + server + modern)) {
                    // the warm-up with small calls also serves the other rows
                    boolean first = warm.add(way.getKey() + modern);
                    warmUp(way.getValue(), first ? WARM_UP_NANOS : FURTHER_WARM_UP_NANOS);
                }
                var _ = Load.run(turn.clients(), options.roundNanos());
            }
            for (int round = 0; round < options.rounds(); round++) {
                for (Turn turn : turns.values()) {
                    turn.samples().add(Load.run(turn.clients(), options.roundNanos()));
                }
            }
        } finally {
            for (Turn turn : turns.values()) {
                for (LoadClient loadClient : turn.clients()) {
                    loadClient.close();
                }
            }
        }
        Map<String, List<Load.Sample>> samples = new LinkedHashMap<>();
        turns.forEach((way, turn) -> samples.put(way, turn.samples()));
        return new HttpReport.Line(this, samples);
    }

    /**
     * Warms up a path. A server in production runs for weeks, so its code must be compiled as after minutes of light traffic.
     */
    private void warmUp(int port, long nanos) throws IOException, InterruptedException {
        List<LoadClient> many = new ArrayList<>();
        try {
            for (int i = 0; i < WARM_UP_CONNECTIONS; i++) {
                LoadClient loadClient = new LoadClient(port, server, modern);
                many.add(loadClient);
                loadClient.first();
            }
            var _ = Load.run(many, nanos);
        } finally {
            for (LoadClient loadClient : many) {
                loadClient.close();
            }
        }
    }

    /** The clients and samples of one path. */
    private record Turn(List<LoadClient> clients, List<Load.Sample> samples) {}

    /** Opens the clients of a path, and returns the length of their first response. */
    private int open(int port, List<LoadClient> these) throws IOException {
        int answered = 0;
        for (int i = 0; i < connections; i++) {
            LoadClient loadClient = new LoadClient(port, server, modern);
            these.add(loadClient);
            answered = loadClient.first().length();
        }
        return answered;
    }

    private void requireSense(String way, int answered, int whole) throws IOException {
        boolean cut = answered < whole / 2;
        if (cut != (shaped && way.equals(PLIMSOLL))) {
            throw new IOException(what + ", " + way + ": an answer of " + answered + " bytes, directly " + whole);
        }
    }
}
