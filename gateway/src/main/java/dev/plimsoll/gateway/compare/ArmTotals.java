package dev.plimsoll.gateway.compare;

import dev.plimsoll.gateway.telemetry.store.UnitSums;
import java.util.EnumMap;
import java.util.Map;

/** Totals of one arm. */
final class ArmTotals {

    private final Map<Metric, Ratio> ratios = new EnumMap<>(Metric.class);
    private long units;
    private long calls;

    ArmTotals() {
        for (Metric metric : Metric.values()) {
            ratios.put(metric, new Ratio());
        }
    }

    /**
     * Adds the sums of one unit, such as a session. If the unit has only follow-up reads in the period, its tokens
     * count, but it adds no call.
     */
    void add(UnitSums unitSums) {
        units++;
        calls += unitSums.calls();
        ratios.forEach((metric, ratio) -> ratio.add(metric.numerator(unitSums), metric.denominator(unitSums)));
    }

    long units() {
        return units;
    }

    long calls() {
        return calls;
    }

    Ratio ratio(Metric metric) {
        Ratio ratio = ratios.get(metric);
        if (ratio == null) {
            throw new IllegalStateException("no " + metric);
        }
        return ratio;
    }
}
