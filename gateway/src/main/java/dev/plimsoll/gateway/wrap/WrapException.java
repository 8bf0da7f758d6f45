package dev.plimsoll.gateway.wrap;

/**
 * Thrown when the file cannot be changed as requested. The message says in one line what is wrong and what is allowed.
 * Nothing was written.
 */
public final class WrapException extends Exception {

    private static final long serialVersionUID = 1L;

    public WrapException(String message) {
        super(message);
    }
}
