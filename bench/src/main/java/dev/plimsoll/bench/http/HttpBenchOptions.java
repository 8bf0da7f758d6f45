package dev.plimsoll.bench.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The options of {@link HttpBench}.
 *
 * @param only the text that the names of the selected rows contain
 * @param rounds the number of rounds, in which the paths alternate
 * @param seconds the length of a round of one path. Before the first calls to a server and revision, each path is warmed
 *     up: 20 seconds before the first calls in a revision, 5 seconds before other calls. Before each row, each path is
 *     warmed up for one more round
 * @param connections the numbers of connections with which each row is measured
 * @param sessions the number of sessions to open to measure the memory of idle sessions
 */
record HttpBenchOptions(
        boolean isJson, String only, int rounds, double seconds, List<Integer> connections, int sessions) {

    /** @throws IllegalArgumentException if an option is unknown or invalid */
    static HttpBenchOptions parse(List<String> args) {
        HttpBenchOptions options = new HttpBenchOptions(false, "", 5, 2, List.of(1, 16), 2_000);
        for (int i = 0; i < args.size(); i++) {
            String option = args.get(i);
            if (option.equals("--json")) {
                options = options.withOption(option, "");
            } else if (i + 1 < args.size()) {
                options = options.withOption(option, args.get(++i));
            } else {
                throw unknownOption(option);
            }
        }
        return options;
    }

    private HttpBenchOptions withOption(String option, String value) {
        return switch (option) {
            case "--json" -> new HttpBenchOptions(true, only, rounds, seconds, connections, sessions);
            case "--only" ->
                new HttpBenchOptions(isJson, value.toLowerCase(Locale.ROOT), rounds, seconds, connections, sessions);
            case "--rounds" ->
                new HttpBenchOptions(isJson, only, Integer.parseInt(value), seconds, connections, sessions);
            case "--seconds" ->
                new HttpBenchOptions(isJson, only, rounds, Double.parseDouble(value), connections, sessions);
            case "--connections" -> {
                List<Integer> counts = Arrays.stream(value.split(",", -1))
                        .map(Integer::valueOf)
                        .toList();
                yield new HttpBenchOptions(isJson, only, rounds, seconds, counts, sessions);
            }
            case "--sessions" ->
                new HttpBenchOptions(isJson, only, rounds, seconds, connections, Integer.parseInt(value));
            default -> throw unknownOption(option);
        };
    }

    private static IllegalArgumentException unknownOption(String option) {
        return new IllegalArgumentException("options: --json, --only TEXT, --rounds N, --seconds N, --connections N,N,"
                + " --sessions N; got " + option);
    }

    long roundNanos() {
        return (long) (seconds * 1e9);
    }

    /** Returns whether the row or measurement with this name is selected. */
    boolean isSelected(String name) {
        return name.toLowerCase(Locale.ROOT).contains(only);
    }
}
