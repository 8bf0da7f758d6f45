package dev.plimsoll.spring.refresh;

import java.util.List;

/**
 * What came of reading the properties again. Where there are faults, nothing has changed.
 *
 * @param changes each property with its new value and the one it had
 * @param faults what is wrong with the new values
 */
public record RefreshOutcome(List<String> changes, List<String> faults) {

    public RefreshOutcome {
        changes = List.copyOf(changes);
        faults = List.copyOf(faults);
    }
}
