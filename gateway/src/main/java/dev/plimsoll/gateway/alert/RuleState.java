package dev.plimsoll.gateway.alert;

import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One rule and whether it holds. Used by one thread at a time. */
final class RuleState {

    /** It ends only when it is well below: what hovers at its threshold would begin and end all the time. */
    private static final double CALM = 0.8;

    private final AlertRule alertRule;
    private final double threshold;
    private final Supplier<Figure> figure;
    private @Nullable Episode episode;
    private Figure last = Figure.UNKNOWN;

    /**
     * What is seen.
     *
     * @param enough whether it is of enough to say anything
     * @param none whether there was nothing at all
     */
    record Figure(double value, boolean enough, boolean none) {

        static final Figure UNKNOWN = new Figure(0, false, true);
    }

    RuleState(AlertRule alertRule, double threshold, Supplier<Figure> figure) {
        this.alertRule = alertRule;
        this.threshold = threshold;
        this.figure = figure;
    }

    /** The episode that has begun or ended with this look; null when all is as it was. */
    @Nullable Episode look(Instant now) {
        Figure seen = figure.get();
        last = seen;
        Episode known = episode;
        if (known == null) {
            if (!seen.enough() || seen.value() <= threshold) {
                return null;
            }
            Episode begun =
                    new Episode(UUID.randomUUID().toString(), alertRule, now, null, seen.value(), seen.value(), threshold);
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

    /** What was seen last; null where there was nothing to see. */
    @Nullable Double value() {
        return last.none() ? null : last.value();
    }
}
