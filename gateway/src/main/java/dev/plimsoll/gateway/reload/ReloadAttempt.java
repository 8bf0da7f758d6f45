package dev.plimsoll.gateway.reload;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * An attempt to apply another configuration, and its result.
 *
 * @param trigger what caused the attempt: file, signal, or a caller of the HTTP API
 * @param changes the applied changes; if the attempt was refused, the changes that were not applied
 * @param errors reasons for the refusal; empty if it was not refused
 * @param deferredChanges changes that take effect at the next start
 * @param micros duration of the attempt, in microseconds
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
