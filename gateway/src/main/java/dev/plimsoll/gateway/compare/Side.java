package dev.plimsoll.gateway.compare;

import dev.plimsoll.gateway.telemetry.store.Share;
import java.util.EnumMap;
import java.util.Map;

/** One arm, added up. */
final class Side {

    private final Map<Metric, Ratio> ratios = new EnumMap<>(Metric.class);
    private long units;
    private long calls;

    Side() {
        for (Metric metric : Metric.values()) {
            ratios.put(metric, new Ratio());
        }
    }

    /** Who has only read on, in this time, has no call to count that for. */
    void add(Share share) {
        units++;
        calls += share.calls();
        ratios.forEach((metric, ratio) -> ratio.add(metric.what(share), metric.each(share)));
    }

    long units() {
        return units;
    }

    long calls() {
        return calls;
    }

    Ratio of(Metric metric) {
        Ratio ratio = ratios.get(metric);
        if (ratio == null) {
            throw new IllegalStateException("no " + metric);
        }
        return ratio;
    }
}
