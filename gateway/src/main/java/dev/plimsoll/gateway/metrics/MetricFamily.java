package dev.plimsoll.gateway.metrics;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A metric and all its series. Used by one thread at a time: {@link MetricRegistry} sees to that. */
public final class MetricFamily {

    private final String name;
    private final Type type;
    private final String help;
    private final List<String> labels;
    private final double[] bounds;
    private final Map<List<String>, double[]> series = new LinkedHashMap<>();

    /** What a metric's values mean. */
    public enum Type {
        /** Only grows; its name ends in {@code _total}. */
        COUNTER,
        GAUGE,
        /** How many values were at most this large. */
        HISTOGRAM
    }

    private MetricFamily(String name, Type type, String help, List<String> labels, double[] bounds) {
        this.name = name;
        this.type = type;
        this.help = help;
        this.labels = labels;
        this.bounds = bounds;
    }

    static MetricFamily counter(String name, String help, String... labels) {
        return new MetricFamily(name, Type.COUNTER, help, List.of(labels), new double[0]);
    }

    static MetricFamily gauge(String name, String help, String... labels) {
        return new MetricFamily(name, Type.GAUGE, help, List.of(labels), new double[0]);
    }

    /** @param bounds ascending; what is above the last is counted as well */
    static MetricFamily histogram(String name, String help, double[] bounds, String... labels) {
        return new MetricFamily(name, Type.HISTOGRAM, help, List.of(labels), bounds.clone());
    }

    void add(double value, String... values) {
        of(values)[0] += value;
    }

    void add(long value, String... values) {
        add((double) value, values);
    }

    void set(long value, String... values) {
        set((double) value, values);
    }

    void set(double value, String... values) {
        of(values)[0] = value;
    }

    /** One more value of a histogram. */
    void observe(double value, String... values) {
        double[] cells = of(values);
        int bucket = Arrays.binarySearch(bounds, value);
        cells[bucket < 0 ? -bucket - 1 : bucket]++;
        cells[bounds.length + 1] += value;
    }

    /** One cell, or for a histogram one for each bucket, for what is above, and for the sum. */
    private double[] of(String... values) {
        if (values.length != labels.size()) {
            throw new IllegalArgumentException(name + ": has the labels " + labels);
        }
        List<String> key = List.of(values);
        double[] known = series.get(key);
        if (known == null) {
            known = new double[type == Type.HISTOGRAM ? bounds.length + 2 : 1];
            series.put(key, known);
        }
        return known;
    }

    void clear() {
        series.clear();
    }

    public String name() {
        return name;
    }

    public Type type() {
        return type;
    }

    public String help() {
        return help;
    }

    public List<String> labels() {
        return labels;
    }

    double[] bounds() {
        return bounds;
    }

    /** The values of labels of all series there are, in the order in which they came. */
    public Iterable<List<String>> series() {
        return series.keySet();
    }

    /** What a series counts; of a histogram the cells. */
    double[] cells(List<String> values) {
        return Objects.requireNonNull(series.get(values));
    }

    /** What a counter or gauge says. */
    public double value(List<String> values) {
        return cells(values)[0];
    }
}
