package dev.plimsoll.gateway.terminal;

/** Thrown for wrong usage or configuration. Users see its message as a single line. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
