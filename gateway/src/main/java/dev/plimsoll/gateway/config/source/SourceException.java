package dev.plimsoll.gateway.config.source;

import dev.plimsoll.gateway.config.model.ConfigError;
import java.util.List;

/** Thrown if no value of a source can be used, because the source cannot be read or parsed. */
public final class SourceException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<ConfigError> errors;

    SourceException(List<ConfigError> errors) {
        super(errors.toString());
        this.errors = List.copyOf(errors);
    }

    SourceException(ConfigOrigin configOrigin, String message) {
        this(List.of(new ConfigError("", configOrigin.toString(), message)));
    }

    public List<ConfigError> errors() {
        return errors;
    }
}
