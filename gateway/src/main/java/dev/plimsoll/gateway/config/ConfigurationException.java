package dev.plimsoll.gateway.config;

import dev.plimsoll.gateway.config.model.Fault;
import java.util.List;

/** A configuration that cannot be used. The message has a line for each fault; there is at least one. */
public final class ConfigurationException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<Fault> faults;

    public ConfigurationException(List<Fault> faults) {
        super(String.join("\n", faults.stream().map(Fault::toString).toList()));
        this.faults = List.copyOf(faults);
    }

    /** All that is wrong, in the order of the sources. */
    public List<Fault> faults() {
        return faults;
    }
}
