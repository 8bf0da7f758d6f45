package dev.plimsoll.gateway.config;

import dev.plimsoll.gateway.config.model.ConfigError;
import java.util.List;

/** A configuration that cannot be used. The message has a line for each fault; there is at least one. */
public final class ConfigurationException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<ConfigError> faults;

    public ConfigurationException(List<ConfigError> faults) {
        super(String.join("\n", faults.stream().map(ConfigError::toString).toList()));
        this.faults = List.copyOf(faults);
    }

    /** All that is wrong, in the order of the sources. */
    public List<ConfigError> faults() {
        return faults;
    }
}
