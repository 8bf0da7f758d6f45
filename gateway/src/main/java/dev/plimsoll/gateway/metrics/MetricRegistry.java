package dev.plimsoll.gateway.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** All metrics, in the order in which they are shown. Safe for use by many threads. */
public final class MetricRegistry {

    private final List<MetricFamily> families = new ArrayList<>();
    private final List<Runnable> looks = new ArrayList<>();

    synchronized MetricFamily counter(String name, String help, String... labels) {
        return added(MetricFamily.counter(name, help, labels));
    }

    synchronized MetricFamily gauge(String name, String help, String... labels) {
        return added(MetricFamily.gauge(name, help, labels));
    }

    synchronized MetricFamily histogram(String name, String help, double[] bounds, String... labels) {
        return added(MetricFamily.histogram(name, help, bounds, labels));
    }

    private MetricFamily added(MetricFamily metricFamily) {
        families.add(metricFamily);
        return metricFamily;
    }

    /** Does this each time before the metrics are read: what nobody tells of has to be looked at. */
    synchronized void looking(Runnable look) {
        looks.add(look);
    }

    /** Changes some of them, while nobody reads. */
    synchronized void change(Runnable change) {
        change.run();
    }

    /** Reads all of them, as they are now. */
    public synchronized void read(Consumer<List<MetricFamily>> reader) {
        looks.forEach(Runnable::run);
        reader.accept(List.copyOf(families));
    }
}
