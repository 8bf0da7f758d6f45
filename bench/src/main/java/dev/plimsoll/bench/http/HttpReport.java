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

/** Prints each row when it is complete, or all rows as one JSON document at the end. */
final class HttpReport {

    private static final String FORMAT = "  %-12s %11s %11s %11s %11s %8s   %7s %9s %10s  %s%n";

    private final PrintStream out;
    private final boolean isJson;
    private final ObjectNode document = JsonMapper.shared().createObjectNode();
    private final ArrayNode rows = document.putArray("rows");
    private final ArrayNode otherMeasurements = document.putArray("more");

    HttpReport(PrintStream out, boolean isJson) {
        this.out = out;
        this.isJson = isJson;
    }

    /**
     * The comparison of a path with the blind proxy. Each value is the median over the rounds, because on a busy machine, only
     * times of the same round are comparable.
     *
     * @param rate the rate as a fraction of the blind proxy's rate
     * @param p50 the median time as a multiple of the blind proxy's median
     * @param addedNanos the difference from the blind proxy's median, in nanoseconds
     */
    record Ratios(double rate, double p50, double addedNanos) {}

    /** The samples of a row, by path and round. */
    record RowSamples(LoadRow row, Map<String, List<LoadGenerator.Sample>> samples) {

        double median(String path, ToDoubleFunction<LoadGenerator.Sample> value) {
            return HttpReport.median(samples.getOrDefault(path, List.of()).stream()
                    .mapToDouble(value)
                    .toArray());
        }

        long errors(String path) {
            return samples.getOrDefault(path, List.of()).stream()
                    .mapToLong(LoadGenerator.Sample::errors)
                    .sum();
        }

        Ratios ratios(String path) {
            List<LoadGenerator.Sample> measured = samples.getOrDefault(path, List.of());
            List<LoadGenerator.Sample> blind = samples.getOrDefault(LoadRow.BLIND, List.of());
            double[] rate = new double[measured.size()];
            double[] p50 = new double[measured.size()];
            double[] added = new double[measured.size()];
            for (int i = 0; i < rate.length; i++) {
                rate[i] = measured.get(i).rate() / blind.get(i).rate();
                p50[i] = measured.get(i).p50() / blind.get(i).p50();
                added[i] = measured.get(i).p50() - blind.get(i).p50();
            }
            return new Ratios(HttpReport.median(rate), HttpReport.median(p50), HttpReport.median(added));
        }

        boolean isGoalMet() {
            double p99 = median(LoadRow.PLIMSOLL, LoadGenerator.Sample::p99);
            return row.goal().isMetBy(ratios(LoadRow.PLIMSOLL), p99, errors(LoadRow.PLIMSOLL));
        }
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    void add(RowSamples rowSamples) {
        LoadRow loadRow = rowSamples.row();
        if (isJson) {
            write(rowSamples, rows.addObject());
            return;
        }
        out.printf(
                "%n%s, %d connection%s%n",
                loadRow.name(), loadRow.connections(), loadRow.connections() == 1 ? "" : "s");
        out.printf(FORMAT, "", "a second", "p50", "p99", "processor", "errors", "rate", "p50", "added", "");
        for (String path : rowSamples.samples().keySet()) {
            Ratios ratios = rowSamples.ratios(path);
            boolean hasGoal = path.equals(LoadRow.PLIMSOLL) && loadRow.goal().isSet();
            out.printf(
                    FORMAT,
                    path,
                    String.format(Locale.ROOT, "%,.0f", rowSamples.median(path, LoadGenerator.Sample::rate)),
                    formatMicros(rowSamples.median(path, LoadGenerator.Sample::p50)),
                    formatMicros(rowSamples.median(path, LoadGenerator.Sample::p99)),
                    formatMicros(rowSamples.median(path, LoadGenerator.Sample::processorNanos)),
                    rowSamples.errors(path),
                    formatFactor(ratios.rate()),
                    formatFactor(ratios.p50()),
                    formatMicros(ratios.addedNanos()),
                    hasGoal ? loadRow.goal().text() + (rowSamples.isGoalMet() ? ": met" : ": MISSED") : "");
        }
    }

    private static void write(RowSamples rowSamples, ObjectNode object) {
        LoadRow loadRow = rowSamples.row();
        object.put("what", loadRow.name()).put("connections", loadRow.connections());
        if (loadRow.goal().isSet()) {
            object.put("goal", loadRow.goal().text()).put("met", rowSamples.isGoalMet());
        }
        ArrayNode paths = object.putArray("ways");
        for (String path : rowSamples.samples().keySet()) {
            Ratios ratios = rowSamples.ratios(path);
            paths.addObject()
                    .put("name", path)
                    .put("rate", rowSamples.median(path, LoadGenerator.Sample::rate))
                    .put("p50Nanos", rowSamples.median(path, LoadGenerator.Sample::p50))
                    .put("p99Nanos", rowSamples.median(path, LoadGenerator.Sample::p99))
                    .put("processorNanos", rowSamples.median(path, LoadGenerator.Sample::processorNanos))
                    .put("errors", rowSamples.errors(path))
                    .put("rateRatio", ratios.rate())
                    .put("p50Ratio", ratios.p50())
                    .put("addedNanos", ratios.addedNanos());
        }
    }

    /** Adds a measurement that is not a row of the table. It is printed as text, or in JSON as numbers. */
    void add(String name, String text, Map<String, Double> numbers) {
        if (isJson) {
            ObjectNode object = otherMeasurements.addObject().put("what", name);
            numbers.forEach(object::put);
        } else {
            out.printf("%n%s: %s%n", name, text);
        }
    }

    void finish() {
        if (isJson) {
            out.println(document.toPrettyString());
        }
    }

    static String formatFactor(double ratio) {
        return String.format(Locale.ROOT, "%.2f ×", ratio);
    }

    private static String formatMicros(double nanos) {
        return String.format(Locale.ROOT, "%,.0f µs", nanos / 1e3);
    }
}
