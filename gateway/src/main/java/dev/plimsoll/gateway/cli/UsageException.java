package dev.plimsoll.gateway.cli;

/** Thrown for wrong usage or configuration. Its message is the one line that users see. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
