package dev.plimsoll.gateway.config;

import dev.plimsoll.gateway.config.model.ConfigError;
import java.util.List;

/** Thrown for an invalid configuration. Has at least one error; the message has one line for each. */
public final class ConfigurationException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<ConfigError> errors;

    public ConfigurationException(List<ConfigError> errors) {
        super(String.join("\n", errors.stream().map(ConfigError::toString).toList()));
        this.errors = List.copyOf(errors);
    }

    /** Returns all errors in the order of the sources. */
    public List<ConfigError> errors() {
        return errors;
    }
}
