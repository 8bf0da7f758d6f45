package dev.plimsoll.gateway.cli;

/** What was asked for cannot be: wrong usage or configuration. Its message is the one line that people see. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
