package dev.plimsoll.gateway.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** All metrics, in the order in which they are shown. Safe for use by many threads. */
public final class Registry {

    private final List<Family> families = new ArrayList<>();
    private final List<Runnable> looks = new ArrayList<>();

    synchronized Family counter(String name, String help, String... labels) {
        return added(Family.counter(name, help, labels));
    }

    synchronized Family gauge(String name, String help, String... labels) {
        return added(Family.gauge(name, help, labels));
    }

    synchronized Family histogram(String name, String help, double[] bounds, String... labels) {
        return added(Family.histogram(name, help, bounds, labels));
    }

    private Family added(Family family) {
        families.add(family);
        return family;
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
    public synchronized void read(Consumer<List<Family>> reader) {
        looks.forEach(Runnable::run);
        reader.accept(List.copyOf(families));
    }
}
