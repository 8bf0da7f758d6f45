package dev.plimsoll.gateway.alert;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/** Measures how much a counter that never decreases has grown within a time window. */
final class CounterGrowth {

    private final LongSupplier number;
    private final long millis;
    private final InstantSource clock;
    private final Deque<Seen> seen = new ArrayDeque<>();

    private record Seen(long at, long value) {}

    CounterGrowth(LongSupplier number, Duration within, InstantSource clock) {
        this.number = number;
        this.millis = within.toMillis();
        this.clock = clock;
        seen.add(new Seen(clock.millis(), 0));
    }

    synchronized long look() {
        long now = clock.millis();
        long value = number.getAsLong();
        Seen last = seen.getLast();
        if (last.value != value) {
            seen.add(new Seen(now, value));
        }
        // the last value before the window is the base
        while (seen.size() > 1 && seen.stream().skip(1).findFirst().orElse(last).at() <= now - millis) {
            seen.removeFirst();
        }
        return value - seen.getFirst().value;
    }
}
