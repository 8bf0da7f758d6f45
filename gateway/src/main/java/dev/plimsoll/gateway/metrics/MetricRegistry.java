package dev.plimsoll.gateway.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** All metrics in the order of their output. Thread-safe. */
public final class MetricRegistry {

    private final List<MetricFamily> families = new ArrayList<>();
    private final List<Runnable> updaters = new ArrayList<>();

    synchronized MetricFamily counter(String name, String help, String... labels) {
        return add(MetricFamily.counter(name, help, labels));
    }

    synchronized MetricFamily gauge(String name, String help, String... labels) {
        return add(MetricFamily.gauge(name, help, labels));
    }

    synchronized MetricFamily histogram(String name, String help, double[] bounds, String... labels) {
        return add(MetricFamily.histogram(name, help, bounds, labels));
    }

    private MetricFamily add(MetricFamily metricFamily) {
        families.add(metricFamily);
        return metricFamily;
    }

    /**
     * Registers an action that runs before each read. It sets the metrics whose values are queried, instead
     * of counted by events.
     */
    synchronized void updateBeforeRead(Runnable updater) {
        updaters.add(updater);
    }

    /** Changes metrics while no other thread reads or changes them. */
    synchronized void change(Runnable change) {
        change.run();
    }

    /** Updates the metrics and passes them to {@code reader}, which must not keep them. */
    public synchronized void read(Consumer<List<MetricFamily>> reader) {
        updaters.forEach(Runnable::run);
        reader.accept(List.copyOf(families));
    }
}
