package dev.plimsoll.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Measures all rows in about two minutes, and prints them as a table. {@code --json} prints JSON instead; {@code --only TEXT}
 * selects the rows whose group or name contains the text.
 */
public final class SpeedBench {

    private static final int KB = 1_000;
    private static final int MB = 1_000 * KB;

    private final MeasurementPlan measurementPlan;
    private final List<BenchmarkRow> rows;
    private final PrintStream out;

    private SpeedBench(MeasurementPlan measurementPlan, List<BenchmarkRow> rows, PrintStream out) {
        this.measurementPlan = measurementPlan;
        this.rows = rows;
        this.out = out;
    }

    /** Runs the benchmark. The arguments are the options {@code --json} and {@code --only TEXT}. */
    public static void main(String[] args) {
        List<BenchmarkRow> rows = BenchmarkRows.create(100 * KB, List.of(100 * KB, MB, 20 * MB));
        System.exit(run(MeasurementPlan.QUICK, rows, List.of(args), System.out));
    }

    static int run(MeasurementPlan measurementPlan, List<BenchmarkRow> rows, List<String> args, PrintStream out) {
        boolean isJson = args.contains("--json");
        int onlyIndex = args.indexOf("--only");
        int expectedArgs = (isJson ? 1 : 0) + (onlyIndex < 0 ? 0 : 2);
        if (args.size() != expectedArgs || onlyIndex == args.size() - 1 && onlyIndex >= 0) {
            out.println("options: --json, --only TEXT; got " + String.join(" ", args));
            return 2;
        }
        String nameFilter = onlyIndex < 0 ? "" : args.get(onlyIndex + 1).toLowerCase(Locale.ROOT);
        List<BenchmarkRow> selected = rows.stream()
                .filter(benchmarkRow -> isSelected(benchmarkRow, nameFilter))
                .toList();
        SpeedBench bench = new SpeedBench(measurementPlan, selected, out);
        if (isJson) {
            bench.printJson();
        } else {
            bench.printTable();
        }
        return 0;
    }

    private static boolean isSelected(BenchmarkRow benchmarkRow, String nameFilter) {
        return (benchmarkRow.group() + " " + benchmarkRow.name())
                .toLowerCase(Locale.ROOT)
                .contains(nameFilter);
    }

    private void printTable() {
        Stopwatch stopwatch = new Stopwatch(measurementPlan);
        ResultTable resultTable = new ResultTable(out);
        resultTable.printHeader();
        List<RowResult> missed = new ArrayList<>();
        for (BenchmarkRow benchmarkRow : rows) {
            RowResult rowResult = stopwatch.measure(benchmarkRow);
            resultTable.print(rowResult);
            if (!rowResult.isGoalMet()) {
                missed.add(rowResult);
            }
        }
        out.println();
        out.println(
                rows.size() + " rows, " + missed.size() + " missed their goal (checksum " + stopwatch.checksum() + ")");
    }

    private void printJson() {
        Stopwatch stopwatch = new Stopwatch(measurementPlan);
        ArrayNode results = JsonMapper.shared().createArrayNode();
        for (BenchmarkRow benchmarkRow : rows) {
            write(stopwatch.measure(benchmarkRow), results.addObject());
        }
        out.println(results.toPrettyString());
    }

    private static void write(RowResult rowResult, ObjectNode out) {
        BenchmarkRow benchmarkRow = rowResult.row();
        out.put("group", benchmarkRow.group()).put("what", benchmarkRow.name()).put("bytes", benchmarkRow.bytes());
        out.put("nanos", rowResult.medianNanos(0))
                .put("allocatedBytes", rowResult.allocatedBytes()[0]);
        if (benchmarkRow.goal().isSet()) {
            out.put("goal", benchmarkRow.goal().text()).put("met", rowResult.isGoalMet());
        }
        ArrayNode against = out.putArray("against");
        for (int i = 1; i < rowResult.names().length; i++) {
            against.addObject()
                    .put("name", rowResult.names()[i])
                    .put("nanos", rowResult.medianNanos(i))
                    .put("ratio", rowResult.medianRatio(i))
                    .put("allocatedBytes", rowResult.allocatedBytes()[i]);
        }
    }
}
