package dev.plimsoll.bench.growth;

import dev.plimsoll.bench.growth.Curve.Line;
import dev.plimsoll.bench.growth.Curve.Point;
import java.util.List;
import java.util.Locale;

/** Draws a curve with two logarithmic axes. On such axes, a slope of one means that twice the size takes twice the time. */
final class SvgChart {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 360;
    private static final int LEFT_MARGIN = 70;
    private static final int RIGHT_MARGIN = 20;
    private static final int TOP_MARGIN = 44;
    private static final int BOTTOM_MARGIN = 48;
    private static final List<String> COLORS = List.of("#1f6feb", "#9a6700", "#8250df");

    private final StringBuilder svg = new StringBuilder();
    private final double minLogX;
    private final double maxLogX;
    private final double minLogY;
    private final double maxLogY;

    private SvgChart(List<Point> points) {
        minLogX = Math.floor(
                points.stream().mapToDouble(p -> Math.log10(p.size())).min().orElse(0));
        maxLogX = Math.max(
                minLogX + 1,
                Math.ceil(points.stream()
                        .mapToDouble(p -> Math.log10(p.size()))
                        .max()
                        .orElse(1)));
        minLogY = Math.floor(
                points.stream().mapToDouble(p -> Math.log10(p.nanos())).min().orElse(0));
        maxLogY = Math.max(
                minLogY + 1,
                Math.ceil(points.stream()
                        .mapToDouble(p -> Math.log10(p.nanos()))
                        .max()
                        .orElse(1)));
    }

    static String toSvg(Curve curve) {
        SvgChart chart = new SvgChart(
                curve.lines().stream().flatMap(line -> line.points().stream()).toList());
        chart.addFrame(curve);
        for (int i = 0; i < curve.lines().size(); i++) {
            chart.addLine(curve.lines().get(i), COLORS.get(i % COLORS.size()), i);
        }
        return chart.svg.append("</svg>\n").toString();
    }

    private void addFrame(Curve curve) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\" "
                        + "font-family=\"system-ui, sans-serif\" font-size=\"12\">",
                WIDTH, HEIGHT, curve.title());
        add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
        add("<text x=\"%d\" y=\"18\" font-size=\"14\" font-weight=\"600\">%s</text>", LEFT_MARGIN, curve.title());
        for (double x = minLogX; x <= maxLogX; x++) {
            addGridLine(toX(x), TOP_MARGIN, toX(x), HEIGHT - BOTTOM_MARGIN);
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    toX(x), HEIGHT - BOTTOM_MARGIN + 18, formatSize(x));
        }
        for (double y = minLogY; y <= maxLogY; y++) {
            addGridLine(LEFT_MARGIN, toY(y), WIDTH - RIGHT_MARGIN, toY(y));
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT_MARGIN - 6, toY(y) + 4, formatTime(y));
        }
        add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                (LEFT_MARGIN + WIDTH - RIGHT_MARGIN) / 2, HEIGHT - 10, curve.quantity());
    }

    private void addLine(Line line, String color, int number) {
        StringBuilder points = new StringBuilder();
        for (Point point : line.points()) {
            double x = toX(Math.log10(point.size()));
            double y = toY(Math.log10(point.nanos()));
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
            add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, y, color);
        }
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                points.toString().strip(), color);
        add(
                "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>",
                LEFT_MARGIN + number * 270, TOP_MARGIN - 10, color, "\u25cf " + line.name());
    }

    private void addGridLine(double x1, double y1, double x2, double y2) {
        add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#d0d7de\"/>", x1, y1, x2, y2);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private double toX(double log) {
        return LEFT_MARGIN + (log - minLogX) / (maxLogX - minLogX) * (WIDTH - LEFT_MARGIN - RIGHT_MARGIN);
    }

    private double toY(double log) {
        return HEIGHT - BOTTOM_MARGIN - (log - minLogY) / (maxLogY - minLogY) * (HEIGHT - TOP_MARGIN - BOTTOM_MARGIN);
    }

    private static String formatSize(double log) {
        return withUnit(log, List.of("", "K", "M", "G"));
    }

    private static String formatTime(double log) {
        return withUnit(log, List.of(" ns", " µs", " ms", " s"));
    }

    private static String withUnit(double log, List<String> units) {
        int group = Math.clamp((long) Math.floor(log / 3), 0, units.size() - 1);
        return String.format(Locale.ROOT, "%.0f%s", Math.pow(10, log - 3 * group), units.get(group));
    }
}
