package dev.plimsoll.bench;

import java.io.PrintStream;
import java.util.Locale;

/** The table for people: a line for the engine, and one for each runner it is compared with beyond its floor. */
final class Table {

    private static final String LINE = "%-38s %10s  %10s %-13s %9s  %-10s %-6s %9s %9s%n";

    private final PrintStream out;
    private String group = "";

    Table(PrintStream out) {
        this.out = out;
    }

    void head() {
        row("what", "engine", "floor", "", "ratio", "goal", "", "allocated", "rate");
    }

    void print(Timing timing) {
        Race race = timing.race();
        if (!group.equals(race.group())) {
            group = race.group();
            out.println(group);
        }
        String verdict = race.goal().exists() ? timing.met() ? "met" : "MISSED" : "";
        row(
                "  " + race.what(),
                Words.time(timing.nanos(0)),
                Words.time(timing.nanos(1)),
                timing.names()[1],
                Words.ratio(timing.ratio(1)),
                race.goal().words(),
                verdict,
                Words.size(timing.allocated()[0]),
                rate(timing, 0));
        for (int i = 2; i < timing.names().length; i++) {
            String ratio = Words.ratio(timing.ratio(i));
            row("", "", Words.time(timing.nanos(i)), timing.names()[i], ratio, "", "", "", "");
        }
    }

    private static String rate(Timing timing, int runner) {
        boolean paged = timing.race().group().equals("further page");
        return paged ? "" : Words.rate(timing.race().bytes(), timing.nanos(runner));
    }

    private void row(Object... cells) {
        out.print(String.format(Locale.ROOT, LINE, cells).replaceAll(" +(\\R)$", "$1"));
        out.flush();
    }
}
