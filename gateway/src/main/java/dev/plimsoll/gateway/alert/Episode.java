package dev.plimsoll.gateway.alert;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time during which something was not as it should be.
 *
 * @param id the same for its beginning and its end, and for nothing else
 * @param until null as long as it lasts
 * @param value what it is now, or was at the end
 * @param worst the highest it was
 * @param threshold what it may be
 */
public record Episode(
        String id, AlertRule rule, Instant since, @Nullable Instant until, double value, double worst, double threshold) {

    public boolean lasts() {
        return until == null;
    }

    Episode now(double other) {
        return new Episode(id, rule, since, until, other, Math.max(worst, other), threshold);
    }

    Episode over(Instant end, double last) {
        return new Episode(id, rule, since, end, last, worst, threshold);
    }

    /** For people. */
    public String message() {
        return rule.shown(lasts() ? value : worst) + " " + rule.about() + "; at most " + rule.shown(threshold)
                + " should be" + (lasts() ? "" : ". It is over");
    }
}
