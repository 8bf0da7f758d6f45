package dev.plimsoll.spring.settings;

import java.util.List;

/** Thrown if properties are invalid. Each fault names the property, its value, the allowed values, and its location. */
public final class SettingsException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final List<String> faults;

    SettingsException(List<String> faults) {
        super(String.join("; ", faults));
        this.faults = List.copyOf(faults);
    }

    public List<String> faults() {
        return faults;
    }
}
