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

    /** Counts of one interval of the window. */
    private static final class Slice {

        private final long number;
        private long results;
        private long oversized;
        private long unanswered;
        private long samples;
        private long errorTokens;
        private long exactTokens;

        Slice(long number) {
            this.number = number;
        }
    }

    /**
     * Counts in the window.
     *
     * @param results number of results of calls and other requests to servers
     * @param oversized results that were not sent whole
     * @param unanswered requests that the server did not answer
     * @param samples results with exact counts
     * @param errorTokens sum of the absolute errors of the estimates of these samples, in tokens
     * @param exactTokens sum of the exact counts of these samples, in tokens
     */
    record WindowCounts(
            long results, long oversized, long unanswered, long samples, long errorTokens, long exactTokens) {

        double oversizedShare() {
            return results == 0 ? 0 : (double) oversized / results;
        }

        double estimatorError() {
            return exactTokens == 0 ? 0 : (double) errorTokens / exactTokens;
        }

        double unansweredShare() {
            return results == 0 ? 0 : (double) unanswered / results;
        }
    }

    SlidingWindow(Duration length, InstantSource clock) {
        this.sliceMillis = Math.max(1, length.toMillis() / SLICES);
        this.clock = clock;
    }

    @Override
    public synchronized void accept(List<TelemetryEntry> entries) {
        Slice slice = currentSlice();
        for (TelemetryEntry telemetryEntry : entries) {
            if (!telemetryEntry.isFollowUpRead() && !telemetryEntry.outcome().equals(TelemetryEntry.LISTED)) {
                slice.results++;
                slice.oversized += telemetryEntry.isOversized() ? 1 : 0;
                slice.unanswered += FailureReason.of(telemetryEntry).isUnanswered() ? 1 : 0;
            }
            addSample(telemetryEntry, slice);
        }
    }

    private static void addSample(TelemetryEntry telemetryEntry, Slice slice) {
        TelemetryEntry.ExactCounts exactCounts = telemetryEntry.exactCounts();
        if (exactCounts != null && exactCounts.originalTokens() >= 0) {
            slice.samples++;
            slice.errorTokens += Math.abs(telemetryEntry.size().originalTokens() - exactCounts.originalTokens());
            slice.exactTokens += exactCounts.originalTokens();
        }
    }

    private Slice currentSlice() {
        long number = clock.millis() / sliceMillis;
        slices.removeIf(slice -> slice.number <= number - SLICES || slice.number > number);
        Slice last = slices.peekLast();
        if (last == null || last.number != number) {
            last = new Slice(number);
            slices.add(last);
        }
        return last;
    }

    synchronized WindowCounts counts() {
        Slice _ = currentSlice();
        long results = 0;
        long oversized = 0;
        long unanswered = 0;
        long samples = 0;
        long errorTokens = 0;
        long exactTokens = 0;
        for (Slice slice : slices) {
            results += slice.results;
            oversized += slice.oversized;
            unanswered += slice.unanswered;
            samples += slice.samples;
            errorTokens += slice.errorTokens;
            exactTokens += slice.exactTokens;
        }
        return new WindowCounts(results, oversized, unanswered, samples, errorTokens, exactTokens);
    }
}
