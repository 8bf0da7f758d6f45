package dev.plimsoll.gateway.alert;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A period during which a rule is violated.
 *
 * @param id unique ID; the notifications of its beginning and its end contain the same ID
 * @param until null while the episode lasts
 * @param value the current value; after the end, the last value
 * @param worst the highest value
 * @param threshold the highest allowed value
 */
public record Episode(
        String id,
        AlertRule rule,
        Instant since,
        @Nullable Instant until,
        double value,
        double worst,
        double threshold) {

    public boolean isActive() {
        return until == null;
    }

    Episode withValue(double newValue) {
        return new Episode(id, rule, since, until, newValue, Math.max(worst, newValue), threshold);
    }

    Episode withEnd(Instant end, double lastValue) {
        return new Episode(id, rule, since, end, lastValue, worst, threshold);
    }

    /** Returns a message for people. */
    public String message() {
        return rule.format(isActive() ? value : worst) + " " + rule.description() + "; the limit is "
                + rule.format(threshold) + (isActive() ? "" : ". The alert has ended");
    }
}
