package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.telemetry.EstimateError;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.ExactCounts;

/** Metrics of the accuracy of estimates, compared with exact counts. */
final class EstimateMetrics {

    private static final int MAX_CONTENT_KINDS = 20;

    private final BoundedLabels contentKinds = new BoundedLabels(MAX_CONTENT_KINDS);
    private final MetricFamily samples;
    private final MetricFamily errorTokens;
    private final MetricFamily exactTokens;

    EstimateMetrics(MetricRegistry metricRegistry) {
        samples = metricRegistry.counter(
                "plimsoll_estimate_samples_total",
                "Results that were also counted exactly. fits: whether the estimate was at most 20 % off.",
                "kind",
                "fits");
        errorTokens = metricRegistry.counter(
                "plimsoll_estimate_off_tokens_total",
                "Sum of the absolute errors of the estimates of these results, in tokens.",
                "kind");
        exactTokens = metricRegistry.counter(
                "plimsoll_estimate_real_tokens_total",
                "Sum of the exact tokens of these results, counted with o200k_base.",
                "kind");
    }

    void add(TelemetryEntry telemetryEntry) {
        ExactCounts exactCounts = telemetryEntry.exactCounts();
        if (exactCounts == null || exactCounts.originalTokens() < 0) {
            return;
        }
        long estimated = telemetryEntry.size().originalTokens();
        String kind = contentKinds.labelFor(exactCounts.kind());
        samples.add(
                1, kind, Boolean.toString(EstimateError.isWithinTolerance(estimated, exactCounts.originalTokens())));
        errorTokens.add(Math.abs(estimated - exactCounts.originalTokens()), kind);
        exactTokens.add(exactCounts.originalTokens(), kind);
    }
}
