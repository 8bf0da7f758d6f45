package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.reader.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws a bar for each way to read: the tokens of a task on a logarithmic axis, and how many solutions are right. */
final class EconomyChart {

    private static final int WIDTH = 760;
    private static final int ROW = 30;
    private static final int TOP = 52;
    private static final int LEFT = 190;
    private static final int RIGHT = 200;
    private static final int MIN_LOG = 2;
    private static final int MAX_LOG = 6;
    private static final String TITLE = "Tokens that a reader needs for a task (mean, logarithmic)";

    private final StringBuilder svg = new StringBuilder();

    private EconomyChart() {}

    private record Bar(String name, Tally tally, String color) {}

    /** Returns the chart of a report as SVG. */
    static String of(AnswersReport report) {
        List<Bar> bars = new ArrayList<>();
        for (Reader reader : Reader.all()) {
            Tally tally = Tally.of(report.results(), TaskResult::readers, reader.name());
            bars.add(new Bar("Plimsoll, " + reader.name(), tally, "#1f6feb"));
        }
        for (String name : List.of(TaskResult.BLIND_CUT, TaskResult.CLIENT_CUT, TaskResult.WHOLE)) {
            bars.add(new Bar(name, Tally.of(report.results(), TaskResult::cuts, name), "#8c959f"));
        }
        EconomyChart chart = new EconomyChart();
        chart.draw(bars);
        return chart.svg.toString();
    }

    private void draw(List<Bar> bars) {
        int height = TOP + bars.size() * ROW + 14;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\" "
                        + "font-family=\"system-ui, sans-serif\" font-size=\"12\">",
                WIDTH, height, TITLE);
        add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, height);
        add("<text x=\"12\" y=\"20\" font-size=\"14\" font-weight=\"600\">%s</text>", TITLE);
        for (int log = MIN_LOG; log <= MAX_LOG; log++) {
            add(
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#d0d7de\"/>",
                    x(log), TOP - 6, x(log), height - 12);
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#57606a\">%s</text>",
                    x(log), TOP - 12, EconomyTables.number((long) Math.pow(10, log)));
        }
        for (int i = 0; i < bars.size(); i++) {
            draw(bars.get(i), TOP + i * ROW);
        }
        add("</svg>");
    }

    private void draw(Bar bar, int y) {
        double end = x(Math.log10(Math.max((double) bar.tally.meanTokens(), 1)));
        add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT - 8, y + 15, bar.name);
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\" fill=\"%s\"/>",
                LEFT, y + 2, Math.max(end - LEFT, 1), ROW - 12, bar.color);
        add(
                "<text x=\"%.1f\" y=\"%d\">%s · %d of %d right</text>",
                end + 6, y + 15, EconomyTables.number(bar.tally.meanTokens()), bar.tally.right(), bar.tally.tasks());
    }

    /** Returns the horizontal position of a number, which is given by its logarithm. */
    private static double x(double log) {
        return LEFT + (log - MIN_LOG) / (MAX_LOG - MIN_LOG) * (WIDTH - LEFT - RIGHT);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
