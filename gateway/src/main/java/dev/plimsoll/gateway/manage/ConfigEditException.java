package dev.plimsoll.gateway.manage;

import java.util.List;

/** Thrown if the configuration file cannot be changed. Nothing has changed then. */
public final class ConfigEditException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final transient List<String> faults;

    /** Reasons. */
    public enum Reason {
        /** There is no file, or the wanted change is not valid. */
        INVALID,
        /** There is no such server. */
        UNKNOWN_SERVER,
        /** There is no change that can be undone. */
        NOTHING_TO_UNDO,
        /** The file or the configuration has changed meanwhile. */
        CONFLICT,
        /** The file cannot be read or written. */
        UNWRITABLE
    }

    ConfigEditException(Reason reason, String message) {
        this(reason, message, List.of());
    }

    ConfigEditException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.faults = List.of();
    }

    /** @param faults the faults of the new configuration */
    ConfigEditException(Reason reason, String message, List<String> faults) {
        super(message);
        this.reason = reason;
        this.faults = List.copyOf(faults);
    }

    public Reason reason() {
        return reason;
    }

    public List<String> faults() {
        return faults;
    }

    /** Returns the message, which is never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
