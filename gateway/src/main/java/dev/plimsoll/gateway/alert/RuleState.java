package dev.plimsoll.gateway.alert;

import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** State of one rule. Not thread-safe. */
final class RuleState {

    /**
     * Share of the threshold at which an episode ends. It is below 1, so that a value near the threshold does not cause
     * many episodes.
     */
    private static final double CALM = 0.8;

    private final AlertRule alertRule;
    private final double threshold;
    private final Supplier<Figure> figure;
    private @Nullable Episode episode;
    private Figure last = Figure.UNKNOWN;

    /**
     * A measured value.
     *
     * @param enough whether there is enough data for an alert
     * @param none whether there is no data at all
     */
    record Figure(double value, boolean enough, boolean none) {

        static final Figure UNKNOWN = new Figure(0, false, true);
    }

    RuleState(AlertRule alertRule, double threshold, Supplier<Figure> figure) {
        this.alertRule = alertRule;
        this.threshold = threshold;
        this.figure = figure;
    }

    /** Checks the rule. Returns the episode that has begun or ended; null if there is no change. */
    @Nullable Episode look(Instant now) {
        Figure seen = figure.get();
        last = seen;
        Episode known = episode;
        if (known == null) {
            if (!seen.enough() || seen.value() <= threshold) {
                return null;
            }
            Episode begun = new Episode(
                    UUID.randomUUID().toString(), alertRule, now, null, seen.value(), seen.value(), threshold);
            episode = begun;
            return begun;
        }
        if (!seen.none() && seen.value() > threshold * CALM) {
            episode = known.now(seen.value());
            return null;
        }
        episode = null;
        return known.over(now, seen.value());
    }

    @Nullable Episode episode() {
        return episode;
    }

    AlertRule rule() {
        return alertRule;
    }

    double threshold() {
        return threshold;
    }

    /** Returns the last value; null if there was no data. */
    @Nullable Double value() {
        return last.none() ? null : last.value();
    }
}
