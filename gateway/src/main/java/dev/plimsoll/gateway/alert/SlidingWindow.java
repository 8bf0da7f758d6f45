package dev.plimsoll.gateway.alert;

import dev.plimsoll.gateway.telemetry.FailureReason;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Counts answers in a sliding time window, with a resolution of a thirtieth of its length. Thread-safe. */
final class SlidingWindow implements Consumer<List<TelemetryEntry>> {

    private static final int SLICES = 30;

    private final long sliceMillis;
    private final InstantSource clock;
    private final Deque<Slice> slices = new ArrayDeque<>();

    private static final class Slice {

        private final long number;
        private long results;
        private long oversized;
        private long silent;
        private long samples;
        private long off;
        private long real;

        Slice(long number) {
            this.number = number;
        }
    }

    /**
     * Counts in the window.
     *
     * @param results of calls and other requests to servers
     * @param oversized results that were not sent whole
     * @param silent requests that the server did not answer
     * @param samples results with exact counts
     * @param off sum of the absolute errors of their estimates, in tokens
     * @param real sum of their exact counts, in tokens
     */
    record Counted(long results, long oversized, long silent, long samples, long off, long real) {

        double oversizedShare() {
            return results == 0 ? 0 : (double) oversized / results;
        }

        double estimatorError() {
            return real == 0 ? 0 : (double) off / real;
        }

        double silentShare() {
            return results == 0 ? 0 : (double) silent / results;
        }
    }

    SlidingWindow(Duration length, InstantSource clock) {
        this.sliceMillis = Math.max(1, length.toMillis() / SLICES);
        this.clock = clock;
    }

    @Override
    public synchronized void accept(List<TelemetryEntry> entries) {
        Slice now = current();
        for (TelemetryEntry telemetryEntry : entries) {
            if (!telemetryEntry.reads() && !telemetryEntry.outcome().equals(TelemetryEntry.LISTED)) {
                now.results++;
                now.oversized += telemetryEntry.oversized() ? 1 : 0;
                now.silent += FailureReason.of(telemetryEntry).silent() ? 1 : 0;
            }
            sampled(telemetryEntry, now);
        }
    }

    private static void sampled(TelemetryEntry telemetryEntry, Slice now) {
        TelemetryEntry.Counted counted = telemetryEntry.counted();
        if (counted != null && counted.originalTokens() >= 0) {
            now.samples++;
            now.off += Math.abs(telemetryEntry.size().originalTokens() - counted.originalTokens());
            now.real += counted.originalTokens();
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
        long samples = 0;
        long off = 0;
        long real = 0;
        for (Slice slice : slices) {
            results += slice.results;
            oversized += slice.oversized;
            silent += slice.silent;
            samples += slice.samples;
            off += slice.off;
            real += slice.real;
        }
        return new Counted(results, oversized, silent, samples, off, real);
    }
}
