package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.EstimateError;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.ExactCounts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sums for the comparison of estimates with exact counts of whole results, by kind of content. */
public final class EstimateSums {

    /**
     * The kinds of content. The database stores their indices, so new kinds must be added at the end. Unknown
     * kinds count as {@code other}.
     */
    private static final List<String> KINDS =
            List.of("json", "json_lines", "csv", "log", "markdown", "code", "prose", "other");

    /** Number of sums for each kind, in the order of the components of {@link Accuracy}. */
    private static final int VALUES_PER_KIND = 4;

    private final long[][] kinds = new long[KINDS.size()][VALUES_PER_KIND];

    /**
     * Sums for one kind or for all kinds.
     *
     * @param samples number of samples
     * @param withinTolerance number of samples whose estimate differs from the exact count by at most a fifth
     * @param estimatedTokens sum of the estimated tokens
     * @param exactTokens sum of the exact counts
     */
    public record Accuracy(long samples, long withinTolerance, long estimatedTokens, long exactTokens) {}

    void add(TelemetryEntry telemetryEntry) {
        ExactCounts exactCounts = telemetryEntry.exactCounts();
        if (exactCounts == null || exactCounts.originalTokens() < 0) {
            return;
        }
        int index = KINDS.indexOf(exactCounts.kind());
        long[] kind = kinds[index < 0 ? KINDS.size() - 1 : index];
        long estimated = telemetryEntry.size().originalTokens();
        kind[0]++;
        kind[1] += EstimateError.isWithinTolerance(estimated, exactCounts.originalTokens()) ? 1 : 0;
        kind[2] += estimated;
        kind[3] += exactCounts.originalTokens();
    }

    void add(EstimateSums other) {
        for (int kind = 0; kind < kinds.length; kind++) {
            for (int i = 0; i < VALUES_PER_KIND; i++) {
                kinds[kind][i] += other.kinds[kind][i];
            }
        }
    }

    /** Returns the sums by kind, for kinds with samples. */
    public Map<String, Accuracy> byKind() {
        Map<String, Accuracy> sumsByKind = new LinkedHashMap<>();
        for (int kind = 0; kind < kinds.length; kind++) {
            if (kinds[kind][0] > 0) {
                sumsByKind.put(KINDS.get(kind), toAccuracy(kinds[kind]));
            }
        }
        return sumsByKind;
    }

    public Accuracy all() {
        long[] sum = new long[VALUES_PER_KIND];
        for (long[] kind : kinds) {
            for (int i = 0; i < VALUES_PER_KIND; i++) {
                sum[i] += kind[i];
            }
        }
        return toAccuracy(sum);
    }

    private static Accuracy toAccuracy(long[] numbers) {
        return new Accuracy(numbers[0], numbers[1], numbers[2], numbers[3]);
    }

    /** Writes the kinds that have samples. Most sums have no samples, and then take no space. */
    void write(PackedLongs out) {
        for (int kind = 0; kind < kinds.length; kind++) {
            if (kinds[kind][0] > 0) {
                out.write(kind);
                for (long number : kinds[kind]) {
                    out.write(number);
                }
            }
        }
    }

    /** Adds sums written by {@link #write}, up to the end. */
    void addPacked(PackedLongs in) {
        while (!in.isAtEnd()) {
            long kind = in.read();
            for (int i = 0; i < VALUES_PER_KIND; i++) {
                long number = in.read();
                if (kind >= 0 && kind < kinds.length) {
                    kinds[(int) kind][i] += number;
                }
            }
        }
    }
}
