package dev.plimsoll.bench.growth;

import dev.plimsoll.bench.growth.Curve.Line;
import dev.plimsoll.bench.growth.Curve.Point;
import java.util.List;
import java.util.Locale;

/** Draws a curve with two logarithmic axes. On them, a slope of one means that twice the size takes twice the time. */
final class Plot {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 360;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 44;
    private static final int BOTTOM = 48;
    private static final List<String> COLORS = List.of("#1f6feb", "#9a6700", "#8250df");

    private final StringBuilder svg = new StringBuilder();
    private final double lowX;
    private final double highX;
    private final double lowY;
    private final double highY;

    private Plot(List<Point> points) {
        lowX = Math.floor(
                points.stream().mapToDouble(p -> Math.log10(p.size())).min().orElse(0));
        highX = Math.max(
                lowX + 1,
                Math.ceil(points.stream()
                        .mapToDouble(p -> Math.log10(p.size()))
                        .max()
                        .orElse(1)));
        lowY = Math.floor(
                points.stream().mapToDouble(p -> Math.log10(p.nanos())).min().orElse(0));
        highY = Math.max(
                lowY + 1,
                Math.ceil(points.stream()
                        .mapToDouble(p -> Math.log10(p.nanos()))
                        .max()
                        .orElse(1)));
    }

    static String of(Curve curve) {
        Plot plot = new Plot(
                curve.lines().stream().flatMap(line -> line.points().stream()).toList());
        plot.frame(curve);
        for (int i = 0; i < curve.lines().size(); i++) {
            plot.line(curve.lines().get(i), COLORS.get(i % COLORS.size()), i);
        }
        return plot.svg.append("</svg>\n").toString();
    }

    private void frame(Curve curve) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\" "
                        + "font-family=\"system-ui, sans-serif\" font-size=\"12\">",
                WIDTH, HEIGHT, curve.title());
        add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
        add("<text x=\"%d\" y=\"18\" font-size=\"14\" font-weight=\"600\">%s</text>", LEFT, curve.title());
        for (double x = lowX; x <= highX; x++) {
            rule(x(x), TOP, x(x), HEIGHT - BOTTOM);
            add("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>", x(x), HEIGHT - BOTTOM + 18, amount(x));
        }
        for (double y = lowY; y <= highY; y++) {
            rule(LEFT, y(y), WIDTH - RIGHT, y(y));
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 6, y(y) + 4, time(y));
        }
        add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, curve.quantity());
    }

    private void line(Line line, String color, int number) {
        StringBuilder points = new StringBuilder();
        for (Point point : line.points()) {
            double x = x(Math.log10(point.size()));
            double y = y(Math.log10(point.nanos()));
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
            add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, y, color);
        }
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                points.toString().strip(), color);
        add(
                "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>",
                LEFT + number * 270, TOP - 10, color, "\u25cf " + line.name());
    }

    private void rule(double x1, double y1, double x2, double y2) {
        add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#d0d7de\"/>", x1, y1, x2, y2);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private double x(double log) {
        return LEFT + (log - lowX) / (highX - lowX) * (WIDTH - LEFT - RIGHT);
    }

    private double y(double log) {
        return HEIGHT - BOTTOM - (log - lowY) / (highY - lowY) * (HEIGHT - TOP - BOTTOM);
    }

    private static String amount(double log) {
        return unit(log, List.of("", "K", "M", "G"));
    }

    private static String time(double log) {
        return unit(log, List.of(" ns", " µs", " ms", " s"));
    }

    private static String unit(double log, List<String> units) {
        int unit = Math.clamp((long) Math.floor(log / 3), 0, units.size() - 1);
        return String.format(Locale.ROOT, "%.0f%s", Math.pow(10, log - 3 * unit), units.get(unit));
    }
}
