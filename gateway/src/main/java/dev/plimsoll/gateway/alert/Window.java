package dev.plimsoll.gateway.alert;

import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.gateway.telemetry.Trouble;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** What was answered within the last while, to a thirtieth of it. Safe for use by many threads. */
final class Window implements Consumer<List<Entry>> {

    private static final int SLICES = 30;

    private final long sliceMillis;
    private final InstantSource clock;
    private final Deque<Slice> slices = new ArrayDeque<>();

    private static final class Slice {

        private final long number;
        private long results;
        private long oversized;
        private long silent;

        Slice(long number) {
            this.number = number;
        }
    }

    /**
     * What was counted.
     *
     * @param results calls and what else servers were asked for
     * @param oversized those that were not answered whole
     * @param silent those that the server did not answer
     */
    record Counted(long results, long oversized, long silent) {

        double oversizedShare() {
            return results == 0 ? 0 : (double) oversized / results;
        }

        double silentShare() {
            return results == 0 ? 0 : (double) silent / results;
        }
    }

    Window(Duration length, InstantSource clock) {
        this.sliceMillis = Math.max(1, length.toMillis() / SLICES);
        this.clock = clock;
    }

    @Override
    public synchronized void accept(List<Entry> entries) {
        Slice now = current();
        for (Entry entry : entries) {
            if (!entry.reads() && !entry.outcome().equals(Entry.LISTED)) {
                now.results++;
                now.oversized += entry.oversized() ? 1 : 0;
                now.silent += Trouble.of(entry).silent() ? 1 : 0;
            }
        }
    }

    private Slice current() {
        long number = clock.millis() / sliceMillis;
        slices.removeIf(slice -> slice.number <= number - SLICES || slice.number > number);
        Slice last = slices.peekLast();
        if (last == null || last.number != number) {
            last = new Slice(number);
            slices.add(last);
        }
        return last;
    }

    synchronized Counted counted() {
        Slice _ = current();
        long results = 0;
        long oversized = 0;
        long silent = 0;
        for (Slice slice : slices) {
            results += slice.results;
            oversized += slice.oversized;
            silent += slice.silent;
        }
        return new Counted(results, oversized, silent);
    }
}
