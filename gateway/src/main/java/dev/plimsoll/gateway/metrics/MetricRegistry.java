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

    /** Registers an action that runs before each read, for values that no event reports. */
    synchronized void updateBeforeRead(Runnable updater) {
        updaters.add(updater);
    }

    /** Changes metrics under the lock that reads take too. */
    synchronized void change(Runnable change) {
        change.run();
    }

    /** Passes the current metrics to {@code reader}. */
    public synchronized void read(Consumer<List<MetricFamily>> reader) {
        updaters.forEach(Runnable::run);
        reader.accept(List.copyOf(families));
    }
}
