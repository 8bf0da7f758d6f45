package dev.plimsoll.gateway.reload;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * Result of an attempt to apply another configuration.
 *
 * @param trigger what caused it: file, signal, or a caller of the REST interface
 * @param changes the applied changes; if refused, the wanted ones
 * @param errors reasons for the refusal
 * @param deferredChanges changes that take effect at the next start
 * @param micros duration
 */
public record ReloadAttempt(
        Instant at,
        String trigger,
        Result result,
        List<ConfigChange> changes,
        List<String> errors,
        List<ConfigChange> deferredChanges,
        long micros) {

    public ReloadAttempt {
        changes = List.copyOf(changes);
        errors = List.copyOf(errors);
        deferredChanges = List.copyOf(deferredChanges);
    }

    /** Outcome of an attempt. */
    public enum Result {
        APPLIED,
        UNCHANGED,
        REFUSED;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
