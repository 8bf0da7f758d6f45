package dev.plimsoll.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Prints the whole table in two minutes. {@code --json} prints JSON; {@code --only TEXT} selects the rows whose name contains
 * the text.
 */
public final class Quick {

    private static final int KB = 1_000;
    private static final int MB = 1_000 * KB;

    private final MeasuredRate measuredRate;
    private final List<RunnerRace> races;
    private final PrintStream out;

    private Quick(MeasuredRate measuredRate, List<RunnerRace> races, PrintStream out) {
        this.measuredRate = measuredRate;
        this.races = races;
        this.out = out;
    }

    /** Runs the benchmark with the options above. */
    public static void main(String[] args) {
        List<RunnerRace> races = Races.of(100 * KB, List.of(100 * KB, MB, 20 * MB));
        System.exit(run(MeasuredRate.QUICK, races, List.of(args), System.out));
    }

    static int run(MeasuredRate measuredRate, List<RunnerRace> races, List<String> args, PrintStream out) {
        boolean json = args.contains("--json");
        int onlyIndex = args.indexOf("--only");
        int expected = (json ? 1 : 0) + (onlyIndex < 0 ? 0 : 2);
        if (args.size() != expected || onlyIndex == args.size() - 1 && onlyIndex >= 0) {
            out.println("options: --json, --only TEXT; got " + String.join(" ", args));
            return 2;
        }
        String name = onlyIndex < 0 ? "" : args.get(onlyIndex + 1).toLowerCase(Locale.ROOT);
        List<RunnerRace> selected =
                races.stream().filter(runnerRace -> matches(runnerRace, name)).toList();
        Quick quick = new Quick(measuredRate, selected, out);
        if (json) {
            quick.json();
        } else {
            quick.table();
        }
        return 0;
    }

    private static boolean matches(RunnerRace runnerRace, String name) {
        return (runnerRace.group() + " " + runnerRace.name())
                .toLowerCase(Locale.ROOT)
                .contains(name);
    }

    private void table() {
        Stopwatch stopwatch = new Stopwatch(measuredRate);
        ResultTable resultTable = new ResultTable(out);
        resultTable.head();
        List<RunDuration> missed = new ArrayList<>();
        for (RunnerRace runnerRace : races) {
            RunDuration runDuration = stopwatch.time(runnerRace);
            resultTable.print(runDuration);
            if (!runDuration.isMet()) {
                missed.add(runDuration);
            }
        }
        out.println();
        out.println(races.size() + " rows, " + missed.size() + " missed their goal (checksum " + stopwatch.consumed()
                + ")");
    }

    private void json() {
        Stopwatch stopwatch = new Stopwatch(measuredRate);
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        for (RunnerRace runnerRace : races) {
            write(stopwatch.time(runnerRace), rows.addObject());
        }
        out.println(rows.toPrettyString());
    }

    private static void write(RunDuration runDuration, ObjectNode row) {
        RunnerRace runnerRace = runDuration.race();
        row.put("group", runnerRace.group()).put("what", runnerRace.name()).put("bytes", runnerRace.bytes());
        row.put("nanos", runDuration.nanos(0)).put("allocatedBytes", runDuration.allocatedBytes()[0]);
        if (runnerRace.goal().exists()) {
            row.put("goal", runnerRace.goal().text()).put("met", runDuration.isMet());
        }
        ArrayNode against = row.putArray("against");
        for (int i = 1; i < runDuration.names().length; i++) {
            against.addObject()
                    .put("name", runDuration.names()[i])
                    .put("nanos", runDuration.nanos(i))
                    .put("ratio", runDuration.ratio(i))
                    .put("allocatedBytes", runDuration.allocatedBytes()[i]);
        }
    }
}
