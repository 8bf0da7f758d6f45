package dev.plimsoll.gateway.reload;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * What came of one try to put another configuration in force.
 *
 * @param by who wanted it: file, signal, or a caller of the interface
 * @param changes that hold now; of a refused one, that were wanted
 * @param faults why it was refused
 * @param later changes that hold from the next start on
 * @param micros how long it took
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

    /** How it ended. */
    public enum Result {
        APPLIED,
        UNCHANGED,
        REFUSED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
