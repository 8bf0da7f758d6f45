package dev.plimsoll.gateway.alert;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A period during which a rule is violated.
 *
 * @param id unique; the same for its beginning and its end
 * @param until null while it lasts
 * @param value the current value, or the last one
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

    Episode withValue(double other) {
        return new Episode(id, rule, since, until, other, Math.max(worst, other), threshold);
    }

    Episode ended(Instant end, double last) {
        return new Episode(id, rule, since, end, last, worst, threshold);
    }

    /** Returns a message for people. */
    public String message() {
        return rule.format(isActive() ? value : worst) + " " + rule.description() + "; the limit is "
                + rule.format(threshold) + (isActive() ? "" : ". The alert has ended");
    }
}
