package dev.plimsoll.bench;

import java.io.PrintStream;
import java.util.Locale;

/** Prints the results as a table: one line for the engine and its floor, and one for each further runner. */
final class ResultTable {

    private static final String LINE = "%-38s %10s  %10s %-13s %9s  %-10s %-6s %9s %9s%n";

    private final PrintStream out;
    private String group = "";

    ResultTable(PrintStream out) {
        this.out = out;
    }

    void head() {
        row("what", "engine", "floor", "", "ratio", "goal", "", "allocated", "rate");
    }

    void print(RunDuration runDuration) {
        RunnerRace runnerRace = runDuration.race();
        if (!group.equals(runnerRace.group())) {
            group = runnerRace.group();
            out.println(group);
        }
        String verdict = runnerRace.goal().exists() ? runDuration.isMet() ? "met" : "MISSED" : "";
        row(
                "  " + runnerRace.name(),
                NumberFormatter.time(runDuration.nanos(0)),
                NumberFormatter.time(runDuration.nanos(1)),
                runDuration.names()[1],
                NumberFormatter.ratio(runDuration.ratio(1)),
                runnerRace.goal().text(),
                verdict,
                NumberFormatter.size(runDuration.allocatedBytes()[0]),
                rate(runDuration, 0));
        for (int i = 2; i < runDuration.names().length; i++) {
            String ratio = NumberFormatter.ratio(runDuration.ratio(i));
            row("", "", NumberFormatter.time(runDuration.nanos(i)), runDuration.names()[i], ratio, "", "", "", "");
        }
    }

    private static String rate(RunDuration runDuration, int runner) {
        boolean paged = runDuration.race().group().equals("further page");
        return paged ? "" : NumberFormatter.rate(runDuration.race().bytes(), runDuration.nanos(runner));
    }

    private void row(Object... cells) {
        out.print(String.format(Locale.ROOT, LINE, cells).replaceAll(" +(\\R)$", "$1"));
        out.flush();
    }
}
