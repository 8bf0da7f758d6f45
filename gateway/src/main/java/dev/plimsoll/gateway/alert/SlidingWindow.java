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

    private static final int INTERVALS = 30;

    private final long intervalMillis;
    private final InstantSource clock;
    private final Deque<Interval> intervals = new ArrayDeque<>();

    /** Counts of one interval of the window. */
    private static final class Interval {

        private final long number;
        private long results;
        private long oversized;
        private long unanswered;
        private long samples;
        private long errorTokens;
        private long exactTokens;

        Interval(long number) {
            this.number = number;
        }
    }

    /**
     * Counts in the window.
     *
     * @param results number of results of calls and other requests to servers
     * @param oversized results for which {@link TelemetryEntry#isOversized} is true
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
        this.intervalMillis = Math.max(1, length.toMillis() / INTERVALS);
        this.clock = clock;
    }

    @Override
    public synchronized void accept(List<TelemetryEntry> entries) {
        Interval interval = currentInterval();
        for (TelemetryEntry telemetryEntry : entries) {
            if (!telemetryEntry.isFollowUpRead() && !telemetryEntry.outcome().equals(TelemetryEntry.LISTED)) {
                interval.results++;
                interval.oversized += telemetryEntry.isOversized() ? 1 : 0;
                interval.unanswered += FailureReason.of(telemetryEntry).isUnanswered() ? 1 : 0;
            }
            addSample(telemetryEntry, interval);
        }
    }

    private static void addSample(TelemetryEntry telemetryEntry, Interval interval) {
        TelemetryEntry.ExactCounts exactCounts = telemetryEntry.exactCounts();
        if (exactCounts != null && exactCounts.originalTokens() >= 0) {
            interval.samples++;
            interval.errorTokens += Math.abs(telemetryEntry.size().originalTokens() - exactCounts.originalTokens());
            interval.exactTokens += exactCounts.originalTokens();
        }
    }

    private Interval currentInterval() {
        long number = clock.millis() / intervalMillis;
        intervals.removeIf(interval -> interval.number <= number - INTERVALS || interval.number > number);
        Interval last = intervals.peekLast();
        if (last == null || last.number != number) {
            last = new Interval(number);
            intervals.add(last);
        }
        return last;
    }

    synchronized WindowCounts counts() {
        Interval _ = currentInterval();
        long results = 0;
        long oversized = 0;
        long unanswered = 0;
        long samples = 0;
        long errorTokens = 0;
        long exactTokens = 0;
        for (Interval interval : intervals) {
            results += interval.results;
            oversized += interval.oversized;
            unanswered += interval.unanswered;
            samples += interval.samples;
            errorTokens += interval.errorTokens;
            exactTokens += interval.exactTokens;
        }
        return new WindowCounts(results, oversized, unanswered, samples, errorTokens, exactTokens);
    }
}
