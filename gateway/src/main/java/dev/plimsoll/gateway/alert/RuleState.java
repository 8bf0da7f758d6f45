package dev.plimsoll.gateway.alert;

import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** State of one rule. Not thread-safe. */
final class RuleState {

    /**
     * An episode ends when the value falls to this share of the threshold. The share is below 1, so that a value near
     * the threshold does not cause many episodes.
     */
    private static final double END_SHARE = 0.8;

    private final AlertRule alertRule;
    private final double threshold;
    private final Supplier<Measurement> measurement;
    private @Nullable Episode episode;
    private Measurement lastMeasurement = Measurement.UNKNOWN;

    /**
     * A measured value.
     *
     * @param hasEnoughData whether there is enough data for an alert
     * @param isEmpty whether there is no data at all
     */
    record Measurement(double value, boolean hasEnoughData, boolean isEmpty) {

        static final Measurement UNKNOWN = new Measurement(0, false, true);
    }

    RuleState(AlertRule alertRule, double threshold, Supplier<Measurement> measurement) {
        this.alertRule = alertRule;
        this.threshold = threshold;
        this.measurement = measurement;
    }

    /** Checks the rule. Returns the episode that has begun or ended; null if there is no change. */
    @Nullable Episode check(Instant now) {
        Measurement current = measurement.get();
        lastMeasurement = current;
        Episode activeEpisode = episode;
        if (activeEpisode == null) {
            if (!current.hasEnoughData() || current.value() <= threshold) {
                return null;
            }
            Episode newEpisode = new Episode(
                    UUID.randomUUID().toString(), alertRule, now, null, current.value(), current.value(), threshold);
            episode = newEpisode;
            return newEpisode;
        }
        if (!current.isEmpty() && current.value() > threshold * END_SHARE) {
            episode = activeEpisode.withValue(current.value());
            return null;
        }
        episode = null;
        return activeEpisode.withEnd(now, current.value());
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
        return lastMeasurement.isEmpty() ? null : lastMeasurement.value();
    }
}
