package dev.plimsoll.bench;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Prints the results as a table: one line for the engine and its floor (the second runner), and one for each further
 * runner.
 */
final class ResultTable {

    private static final String LINE = "%-38s %10s  %10s %-13s %9s  %-10s %-6s %9s %9s%n";

    private final PrintStream out;
    private String group = "";

    ResultTable(PrintStream out) {
        this.out = out;
    }

    void printHeader() {
        printRow("what", "engine", "floor", "", "ratio", "goal", "", "allocated", "rate");
    }

    void print(RowResult rowResult) {
        BenchmarkRow benchmarkRow = rowResult.row();
        if (!group.equals(benchmarkRow.group())) {
            group = benchmarkRow.group();
            out.println(group);
        }
        String verdict = benchmarkRow.goal().isSet() ? rowResult.isGoalMet() ? "met" : "MISSED" : "";
        printRow(
                "  " + benchmarkRow.name(),
                NumberFormatter.formatTime(rowResult.medianNanos(0)),
                NumberFormatter.formatTime(rowResult.medianNanos(1)),
                rowResult.names()[1],
                NumberFormatter.formatRatio(rowResult.medianRatio(1)),
                benchmarkRow.goal().text(),
                verdict,
                NumberFormatter.formatBytes(rowResult.allocatedBytes()[0]),
                formatRate(rowResult, 0));
        for (int i = 2; i < rowResult.names().length; i++) {
            String ratio = NumberFormatter.formatRatio(rowResult.medianRatio(i));
            printRow(
                    "",
                    "",
                    NumberFormatter.formatTime(rowResult.medianNanos(i)),
                    rowResult.names()[i],
                    ratio,
                    "",
                    "",
                    "",
                    "");
        }
    }

    private static String formatRate(RowResult rowResult, int runner) {
        boolean isPage = rowResult.row().group().equals("further page");
        return isPage ? "" : NumberFormatter.formatRate(rowResult.row().bytes(), rowResult.medianNanos(runner));
    }

    private void printRow(Object... cells) {
        out.print(String.format(Locale.ROOT, LINE, cells).replaceAll(" +(\\R)$", "$1"));
        out.flush();
    }
}
