package dev.plimsoll.bench.growth;

import dev.plimsoll.bench.growth.Curve.Line;
import dev.plimsoll.bench.growth.Curve.Point;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Measures all curves and prints them as tables. If a folder is given, also writes a chart of each curve into it. */
public final class GrowthBench {

    private GrowthBench() {}

    /** Runs the measurements. The only argument is optional: the folder for charts. */
    public static void main(String[] args) throws IOException {
        System.exit(run(new Curves(new CpuTimeMeter(150), 1), List.of(args), System.out));
    }

    static int run(Curves curves, List<String> args, PrintStream out) throws IOException {
        if (args.size() > 1) {
            out.println("growth: must have at most one argument, the folder for charts; got " + String.join(" ", args));
            return 2;
        }
        for (Curve curve : curves.measureAll()) {
            out.println(toTable(curve));
            if (!args.isEmpty()) {
                Path folder = Files.createDirectories(Path.of(args.get(0)));
                Files.writeString(folder.resolve("growth-" + curve.name() + ".svg"), SvgChart.toSvg(curve));
            }
        }
        return 0;
    }

    private static String toTable(Curve curve) {
        StringBuilder table = new StringBuilder("| ").append(curve.quantity()).append(" |");
        curve.lines().forEach(line -> table.append(' ').append(line.name()).append(" |"));
        table.append("\n|---:|").append("---:|".repeat(curve.lines().size())).append('\n');
        List<Point> sizes = curve.lines().get(0).points();
        for (int i = 0; i < sizes.size(); i++) {
            table.append(String.format(Locale.ROOT, "| %,.0f |", sizes.get(i).size()));
            for (Line line : curve.lines()) {
                table.append(' ')
                        .append(formatTime(line.points().get(i).nanos()))
                        .append(" |");
            }
            table.append('\n');
        }
        return table.toString();
    }

    private static String formatTime(double nanos) {
        if (nanos < 1e3) {
            return String.format(Locale.ROOT, "%.0f ns", nanos);
        }
        if (nanos < 1e6) {
            return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
        }
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }
}
