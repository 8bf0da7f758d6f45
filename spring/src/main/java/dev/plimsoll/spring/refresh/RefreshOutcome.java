package dev.plimsoll.spring.refresh;

import java.util.List;

/**
 * The result of reloading the properties. If there are faults, nothing has changed.
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
