package dev.plimsoll.spring.refresh;

import java.util.List;

/**
 * Result of reloading the properties. If there are errors, nothing has changed.
 *
 * @param changes each changed property with its new and old value
 * @param faults the errors in the new values
 */
public record RefreshOutcome(List<String> changes, List<String> faults) {

    public RefreshOutcome {
        changes = List.copyOf(changes);
        faults = List.copyOf(faults);
    }
}
