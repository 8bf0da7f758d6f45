package dev.plimsoll.gateway.reload;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * Result of an attempt to apply another configuration.
 *
 * @param by what caused it: file, signal, or a caller of the REST interface
 * @param changes the applied changes; if refused, the wanted ones
 * @param faults reasons for the refusal
 * @param later changes that take effect at the next start
 * @param micros duration
 */
public record ReloadAttempt(
        Instant at,
        String by,
        Result result,
        List<ConfigChange> changes,
        List<String> faults,
        List<ConfigChange> later,
        long micros) {

    public ReloadAttempt {
        changes = List.copyOf(changes);
        faults = List.copyOf(faults);
        later = List.copyOf(later);
    }

    /** Outcome of an attempt. */
    public enum Result {
        APPLIED,
        UNCHANGED,
        REFUSED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
