package dev.plimsoll.bench.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Options of the benchmark.
 *
 * @param only selects the rows whose name contains this text
 * @param rounds the number of rounds, in which the paths alternate
 * @param seconds the length of a round of one path, after a warm-up of 20 seconds of small calls, 5 of others, and one more
 * round
 * @param connections the numbers of connections for each row
 * @param sessions the number of sessions to open for the memory of idle ones
 */
record Options(boolean json, String only, int rounds, double seconds, List<Integer> connections, int sessions) {

    /** @throws IllegalArgumentException if an option is unknown or invalid */
    static Options of(List<String> args) {
        Options options = new Options(false, "", 5, 2, List.of(1, 16), 2_000);
        for (int i = 0; i < args.size(); i++) {
            String option = args.get(i);
            if (option.equals("--json")) {
                options = options.with(option, "");
            } else if (i + 1 < args.size()) {
                options = options.with(option, args.get(++i));
            } else {
                throw unknownOption(option);
            }
        }
        return options;
    }

    private Options with(String option, String value) {
        return switch (option) {
            case "--json" -> new Options(true, only, rounds, seconds, connections, sessions);
            case "--only" -> new Options(json, value.toLowerCase(Locale.ROOT), rounds, seconds, connections, sessions);
            case "--rounds" -> new Options(json, only, Integer.parseInt(value), seconds, connections, sessions);
            case "--seconds" -> new Options(json, only, rounds, Double.parseDouble(value), connections, sessions);
            case "--connections" -> {
                List<Integer> loads = Arrays.stream(value.split(",", -1))
                        .map(Integer::valueOf)
                        .toList();
                yield new Options(json, only, rounds, seconds, loads, sessions);
            }
            case "--sessions" -> new Options(json, only, rounds, seconds, connections, Integer.parseInt(value));
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

    boolean wants(String name) {
        return name.toLowerCase(Locale.ROOT).contains(only);
    }
}
