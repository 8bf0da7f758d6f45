package dev.plimsoll.gateway.manage.file;

import java.util.List;

/** Thrown if the configuration file cannot be changed. The current configuration of the gateway is then unchanged. */
public final class ConfigEditException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final transient List<String> errors;

    /** Kinds of failures. Each has its own HTTP status. */
    public enum Reason {
        /** There is no file, it cannot be parsed, or the configuration with the change would not be valid. */
        INVALID,
        /** There is no such server. */
        UNKNOWN_SERVER,
        /** There is no change that can be undone. */
        NOTHING_TO_UNDO,
        /**
         * The file is not in the state that the change needs: somebody else has changed it, or it already
         * contains the change.
         */
        CONFLICT,
        /** The file cannot be read or written. */
        UNWRITABLE
    }

    public ConfigEditException(Reason reason, String message) {
        this(reason, message, List.of());
    }

    public ConfigEditException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.errors = List.of();
    }

    /** @param errors the errors of the new configuration, one sentence each */
    public ConfigEditException(Reason reason, String message, List<String> errors) {
        super(message);
        this.reason = reason;
        this.errors = List.copyOf(errors);
    }

    public Reason reason() {
        return reason;
    }

    public List<String> errors() {
        return errors;
    }

    /** Returns the message, which is never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
