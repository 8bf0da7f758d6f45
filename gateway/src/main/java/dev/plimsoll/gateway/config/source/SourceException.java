package dev.plimsoll.gateway.config.source;

import dev.plimsoll.gateway.config.model.Fault;
import java.util.List;

/** A source that cannot be read as a whole. */
public final class SourceException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<Fault> faults;

    SourceException(List<Fault> faults) {
        super(faults.toString());
        this.faults = List.copyOf(faults);
    }

    SourceException(Origin origin, String message) {
        this(List.of(new Fault("", origin.toString(), message)));
    }

    public List<Fault> faults() {
        return faults;
    }
}
