package dev.plimsoll.spring.settings;

import java.util.List;

/** Exception that reports invalid properties. Each error names the property, its value, the allowed values, and its location. */
public final class SettingsException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final List<String> errors;

    SettingsException(List<String> errors) {
        super(String.join("; ", errors));
        this.errors = List.copyOf(errors);
    }

    public List<String> errors() {
        return errors;
    }
}
