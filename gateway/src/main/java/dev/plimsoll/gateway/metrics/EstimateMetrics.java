package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.telemetry.EstimateError;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Counted;

/** Metrics of the accuracy of estimates, compared with exact counts. */
final class EstimateMetrics {

    private static final int MOST_KINDS = 20;

    private final BoundedLabels kinds = new BoundedLabels(MOST_KINDS);
    private final MetricFamily samples;
    private final MetricFamily off;
    private final MetricFamily real;

    EstimateMetrics(MetricRegistry metricRegistry) {
        samples = metricRegistry.counter(
                "plimsoll_estimate_samples_total", "Results that were also counted exactly.", "kind", "fits");
        off = metricRegistry.counter("plimsoll_estimate_off_tokens_total", "Sum of the absolute errors of their estimates, in tokens.", "kind");
        real = metricRegistry.counter("plimsoll_estimate_real_tokens_total", "Sum of their exact tokens, by o200k_base.", "kind");
    }

    void add(TelemetryEntry telemetryEntry) {
        Counted counted = telemetryEntry.counted();
        if (counted == null || counted.originalTokens() < 0) {
            return;
        }
        long estimated = telemetryEntry.size().originalTokens();
        String kind = kinds.of(counted.kind());
        samples.add(1, kind, Boolean.toString(EstimateError.fits(estimated, counted.originalTokens())));
        off.add(Math.abs(estimated - counted.originalTokens()), kind);
        real.add(counted.originalTokens(), kind);
    }
}
