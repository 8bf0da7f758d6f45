package dev.plimsoll.gateway.alert;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/** Measures how much a counter that never decreases has grown within a time window. */
final class CounterGrowth {

    private final LongSupplier counter;
    private final long windowMillis;
    private final InstantSource clock;
    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(long atMillis, long value) {}

    CounterGrowth(LongSupplier counter, Duration window, InstantSource clock) {
        this.counter = counter;
        this.windowMillis = window.toMillis();
        this.clock = clock;
        samples.add(new Sample(clock.millis(), 0));
    }

    synchronized long measure() {
        long now = clock.millis();
        long value = counter.getAsLong();
        Sample last = samples.getLast();
        if (last.value != value) {
            samples.add(new Sample(now, value));
        }
        // the last value before the window stays: growth is measured from it
        while (samples.size() > 1
                && samples.stream().skip(1).findFirst().orElse(last).atMillis() <= now - windowMillis) {
            samples.removeFirst();
        }
        return value - samples.getFirst().value;
    }
}
