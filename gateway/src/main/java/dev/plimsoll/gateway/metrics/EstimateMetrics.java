package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.gateway.telemetry.Entry.Counted;
import dev.plimsoll.gateway.telemetry.Estimate;

/** How near estimates are to what was counted beside them. */
final class EstimateMetrics {

    private static final int MOST_KINDS = 20;

    private final Bounded kinds = new Bounded(MOST_KINDS);
    private final Family samples;
    private final Family off;
    private final Family real;

    EstimateMetrics(Registry registry) {
        samples = registry.counter(
                "plimsoll_estimate_samples_total", "Results counted exactly beside the estimate.", "kind", "fits");
        off = registry.counter("plimsoll_estimate_off_tokens_total", "How far their estimates are off.", "kind");
        real = registry.counter("plimsoll_estimate_real_tokens_total", "Their tokens, by o200k_base.", "kind");
    }

    void add(Entry entry) {
        Counted counted = entry.counted();
        if (counted == null || counted.originalTokens() < 0) {
            return;
        }
        long estimated = entry.size().originalTokens();
        String kind = kinds.of(counted.kind());
        samples.add(1, kind, Boolean.toString(Estimate.fits(estimated, counted.originalTokens())));
        off.add(Math.abs(estimated - counted.originalTokens()), kind);
        real.add(counted.originalTokens(), kind);
    }
}
