package dev.plimsoll.gateway.metrics;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A metric with all its series. Not thread-safe: {@link MetricRegistry} synchronizes the access. */
public final class MetricFamily {

    private final String name;
    private final Type type;
    private final String help;
    private final List<String> labels;
    private final double[] bounds;
    private final Map<List<String>, double[]> series = new LinkedHashMap<>();

    /** Type of a metric. */
    public enum Type {
        /** A value that only grows; its name ends in {@code _total}. */
        COUNTER,
        GAUGE,
        /** Counts of observed values, by buckets. */
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

    /** @param bounds ascending upper bounds of the buckets; values above the last bound have their own bucket */
    static MetricFamily histogram(String name, String help, double[] bounds, String... labels) {
        return new MetricFamily(name, Type.HISTOGRAM, help, List.of(labels), bounds.clone());
    }

    void add(double value, String... labelValues) {
        getOrCreate(labelValues)[0] += value;
    }

    void add(long value, String... labelValues) {
        add((double) value, labelValues);
    }

    void set(long value, String... labelValues) {
        set((double) value, labelValues);
    }

    void set(double value, String... labelValues) {
        getOrCreate(labelValues)[0] = value;
    }

    /** Adds a value to a histogram. */
    void observe(double value, String... labelValues) {
        double[] cells = getOrCreate(labelValues);
        // without an exact match, binarySearch returns -(index of the next larger bound) - 1
        int bucket = Arrays.binarySearch(bounds, value);
        cells[bucket < 0 ? -bucket - 1 : bucket]++;
        cells[bounds.length + 1] += value;
    }

    /**
     * Returns the cells of a series, and creates them if needed. A counter or gauge has one cell. A histogram
     * has a cell for each bound, one for values above the last bound, and one for the sum of all values.
     *
     * @param labelValues the values of the labels
     */
    private double[] getOrCreate(String... labelValues) {
        if (labelValues.length != labels.size()) {
            throw new IllegalArgumentException(name + ": has the labels " + labels);
        }
        List<String> key = List.of(labelValues);
        double[] cells = series.get(key);
        if (cells == null) {
            cells = new double[type == Type.HISTOGRAM ? bounds.length + 2 : 1];
            series.put(key, cells);
        }
        return cells;
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

    /** Returns the label values of all series, in the order of their creation. */
    public Iterable<List<String>> series() {
        return series.keySet();
    }

    /** Returns the cells of a series that exists. */
    double[] cells(List<String> labelValues) {
        return Objects.requireNonNull(series.get(labelValues));
    }

    /** Returns the value of a counter or gauge. */
    public double value(List<String> labelValues) {
        return cells(labelValues)[0];
    }
}
