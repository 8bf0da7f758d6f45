package dev.plimsoll.bench.http;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Prints rows as a growing table, or all rows as one JSON document at the end. */
final class HttpReport {

    private static final String FORMAT = "  %-12s %11s %11s %11s %8s   %7s %9s %10s  %s%n";

    private final PrintStream out;
    private final boolean json;
    private final ObjectNode all = JsonMapper.shared().createObjectNode();
    private final ArrayNode rows = all.putArray("rows");
    private final ArrayNode more = all.putArray("more");

    HttpReport(PrintStream out, boolean json) {
        this.out = out;
        this.json = json;
    }

    /**
     * Comparison with the blind proxy: medians over the rounds, because only times of the same round are comparable on a busy
     * machine.
     *
     * @param rate the fraction of its rate
     * @param p50 the multiple of its median
     * @param addedNanos the nanoseconds above its median
     */
    record Ratios(double rate, double p50, double addedNanos) {}

    /** The samples of a row, by path and round. */
    record Line(LoadRow row, Map<String, List<Load.Sample>> samples) {

        double median(String path, ToDoubleFunction<Load.Sample> value) {
            return HttpReport.median(samples.getOrDefault(path, List.of()).stream()
                    .mapToDouble(value)
                    .toArray());
        }

        long errors(String path) {
            return samples.getOrDefault(path, List.of()).stream()
                    .mapToLong(Load.Sample::errors)
                    .sum();
        }

        Ratios ratios(String path) {
            List<Load.Sample> measured = samples.getOrDefault(path, List.of());
            List<Load.Sample> floor = samples.getOrDefault(LoadRow.BLIND, List.of());
            double[] rate = new double[measured.size()];
            double[] p50 = new double[measured.size()];
            double[] added = new double[measured.size()];
            for (int i = 0; i < rate.length; i++) {
                rate[i] = measured.get(i).rate() / floor.get(i).rate();
                p50[i] = measured.get(i).p50() / floor.get(i).p50();
                added[i] = measured.get(i).p50() - floor.get(i).p50();
            }
            return new Ratios(HttpReport.median(rate), HttpReport.median(p50), HttpReport.median(added));
        }

        boolean isMet() {
            double p99 = median(LoadRow.PLIMSOLL, Load.Sample::p99);
            return row.goal().isMetBy(ratios(LoadRow.PLIMSOLL), p99, errors(LoadRow.PLIMSOLL));
        }
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    void add(Line line) {
        LoadRow loadRow = line.row();
        if (json) {
            write(line, rows.addObject());
            return;
        }
        out.printf(
                "%n%s, %d connection%s%n",
                loadRow.name(), loadRow.connections(), loadRow.connections() == 1 ? "" : "s");
        out.printf(FORMAT, "", "a second", "p50", "p99", "errors", "rate", "p50", "added", "");
        for (String path : line.samples().keySet()) {
            Ratios ratios = line.ratios(path);
            boolean hasGoal = path.equals(LoadRow.PLIMSOLL) && loadRow.goal().exists();
            out.printf(
                    FORMAT,
                    path,
                    String.format(Locale.ROOT, "%,.0f", line.median(path, Load.Sample::rate)),
                    micros(line.median(path, Load.Sample::p50)),
                    micros(line.median(path, Load.Sample::p99)),
                    line.errors(path),
                    times(ratios.rate()),
                    times(ratios.p50()),
                    micros(ratios.addedNanos()),
                    hasGoal ? loadRow.goal().text() + (line.isMet() ? ": met" : ": MISSED") : "");
        }
    }

    private static void write(Line line, ObjectNode object) {
        LoadRow loadRow = line.row();
        object.put("what", loadRow.name()).put("connections", loadRow.connections());
        if (loadRow.goal().exists()) {
            object.put("goal", loadRow.goal().text()).put("met", line.isMet());
        }
        ArrayNode ways = object.putArray("ways");
        for (String path : line.samples().keySet()) {
            Ratios ratios = line.ratios(path);
            ways.addObject()
                    .put("name", path)
                    .put("rate", line.median(path, Load.Sample::rate))
                    .put("p50Nanos", line.median(path, Load.Sample::p50))
                    .put("p99Nanos", line.median(path, Load.Sample::p99))
                    .put("errors", line.errors(path))
                    .put("rateRatio", ratios.rate())
                    .put("p50Ratio", ratios.p50())
                    .put("addedNanos", ratios.addedNanos());
        }
    }

    /** Adds another measurement: the text for the table, the numbers for JSON. */
    void add(String name, String words, Map<String, Double> numbers) {
        if (json) {
            ObjectNode object = more.addObject().put("what", name);
            numbers.forEach(object::put);
        } else {
            out.printf("%n%s: %s%n", name, words);
        }
    }

    void end() {
        if (json) {
            out.println(all.toPrettyString());
        }
    }

    static String times(double ratio) {
        return String.format(Locale.ROOT, "%.2f ×", ratio);
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%,.0f µs", nanos / 1e3);
    }
}
