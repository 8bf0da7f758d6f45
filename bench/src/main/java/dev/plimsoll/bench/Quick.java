package dev.plimsoll.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The whole table in two minutes: {@code --json} for programs, {@code --only TEXT} for the rows that have it in their name. */
public final class Quick {

    private static final int KB = 1_000;
    private static final int MB = 1_000 * KB;

    private final Pace pace;
    private final List<Race> races;
    private final PrintStream out;

    private Quick(Pace pace, List<Race> races, PrintStream out) {
        this.pace = pace;
        this.races = races;
        this.out = out;
    }

    /** Takes the options above. */
    public static void main(String[] args) {
        List<Race> races = Races.of(100 * KB, List.of(100 * KB, MB, 20 * MB));
        System.exit(run(Pace.QUICK, races, List.of(args), System.out));
    }

    static int run(Pace pace, List<Race> races, List<String> args, PrintStream out) {
        boolean json = args.contains("--json");
        int only = args.indexOf("--only");
        int expected = (json ? 1 : 0) + (only < 0 ? 0 : 2);
        if (args.size() != expected || only == args.size() - 1 && only >= 0) {
            out.println("options: --json, --only TEXT; got " + String.join(" ", args));
            return 2;
        }
        String wanted = only < 0 ? "" : args.get(only + 1).toLowerCase(Locale.ROOT);
        List<Race> chosen = races.stream().filter(race -> matches(race, wanted)).toList();
        Quick quick = new Quick(pace, chosen, out);
        if (json) {
            quick.json();
        } else {
            quick.table();
        }
        return 0;
    }

    private static boolean matches(Race race, String wanted) {
        return (race.group() + " " + race.what()).toLowerCase(Locale.ROOT).contains(wanted);
    }

    private void table() {
        Stopwatch stopwatch = new Stopwatch(pace);
        Table table = new Table(out);
        table.head();
        List<Timing> missed = new ArrayList<>();
        for (Race race : races) {
            Timing timing = stopwatch.time(race);
            table.print(timing);
            if (!timing.met()) {
                missed.add(timing);
            }
        }
        out.println();
        out.println(races.size() + " rows, " + missed.size() + " missed their goal (checksum " + stopwatch.consumed()
                + ")");
    }

    private void json() {
        Stopwatch stopwatch = new Stopwatch(pace);
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        for (Race race : races) {
            write(stopwatch.time(race), rows.addObject());
        }
        out.println(rows.toPrettyString());
    }

    private static void write(Timing timing, ObjectNode row) {
        Race race = timing.race();
        row.put("group", race.group()).put("what", race.what()).put("bytes", race.bytes());
        row.put("nanos", timing.nanos(0)).put("allocatedBytes", timing.allocated()[0]);
        if (race.goal().exists()) {
            row.put("goal", race.goal().words()).put("met", timing.met());
        }
        ArrayNode against = row.putArray("against");
        for (int i = 1; i < timing.names().length; i++) {
            against.addObject()
                    .put("name", timing.names()[i])
                    .put("nanos", timing.nanos(i))
                    .put("ratio", timing.ratio(i))
                    .put("allocatedBytes", timing.allocated()[i]);
        }
    }
}
