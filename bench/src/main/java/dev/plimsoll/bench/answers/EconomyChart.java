package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.reader.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws a bar for each way to read: the tokens of a task on a logarithmic axis, and how many solutions are right. */
final class EconomyChart {

    private static final int WIDTH = 760;
    private static final int ROW_HEIGHT = 30;
    private static final int TOP_MARGIN = 52;
    private static final int LEFT_MARGIN = 190;
    private static final int RIGHT_MARGIN = 200;
    private static final int MIN_LOG = 2;
    private static final int MAX_LOG = 6;
    private static final String TITLE = "Tokens that a reader needs for a task (mean, logarithmic)";

    private final StringBuilder svg = new StringBuilder();

    private EconomyChart() {}

    private record Bar(String name, Tally tally, String color) {}

    /** Returns the chart of a report as SVG. */
    static String toSvg(AnswersReport report) {
        List<Bar> bars = new ArrayList<>();
        for (Reader reader : Reader.all()) {
            Tally tally = Tally.of(report.taskResults(), TaskResult::solutionsWithPlimsoll, reader.name());
            bars.add(new Bar("Plimsoll, " + reader.name(), tally, "#1f6feb"));
        }
        for (String name : List.of(TaskResult.BLIND_CUT, TaskResult.CLIENT_CUT, TaskResult.WHOLE_RESULT)) {
            bars.add(new Bar(
                    name, Tally.of(report.taskResults(), TaskResult::solutionsWithoutPlimsoll, name), "#8c959f"));
        }
        EconomyChart chart = new EconomyChart();
        chart.drawBars(bars);
        return chart.svg.toString();
    }

    private void drawBars(List<Bar> bars) {
        int height = TOP_MARGIN + bars.size() * ROW_HEIGHT + 14;
        appendLine(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\" "
                        + "font-family=\"system-ui, sans-serif\" font-size=\"12\">",
                WIDTH, height, TITLE);
        appendLine("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, height);
        appendLine("<text x=\"12\" y=\"20\" font-size=\"14\" font-weight=\"600\">%s</text>", TITLE);
        for (int log = MIN_LOG; log <= MAX_LOG; log++) {
            appendLine(
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#d0d7de\"/>",
                    toX(log), TOP_MARGIN - 6, toX(log), height - 12);
            appendLine(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#57606a\">%s</text>",
                    toX(log), TOP_MARGIN - 12, EconomyTables.format((long) Math.pow(10, log)));
        }
        for (int i = 0; i < bars.size(); i++) {
            drawBar(bars.get(i), TOP_MARGIN + i * ROW_HEIGHT);
        }
        appendLine("</svg>");
    }

    private void drawBar(Bar bar, int y) {
        double barEnd = toX(Math.log10(Math.max((double) bar.tally.meanTokens(), 1)));
        appendLine("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT_MARGIN - 8, y + 15, bar.name);
        appendLine(
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\" fill=\"%s\"/>",
                LEFT_MARGIN, y + 2, Math.max(barEnd - LEFT_MARGIN, 1), ROW_HEIGHT - 12, bar.color);
        appendLine(
                "<text x=\"%.1f\" y=\"%d\">%s · %d of %d right</text>",
                barEnd + 6, y + 15, EconomyTables.format(bar.tally.meanTokens()), bar.tally.right(), bar.tally.tasks());
    }

    /** Returns the horizontal position of a number, which is given by its logarithm. */
    private static double toX(double log) {
        return LEFT_MARGIN + (log - MIN_LOG) / (MAX_LOG - MIN_LOG) * (WIDTH - LEFT_MARGIN - RIGHT_MARGIN);
    }

    private void appendLine(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
