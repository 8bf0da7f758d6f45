package dev.plimsoll.gateway.wrap;

/**
 * Thrown when a file cannot be changed as requested, before anything is written. The message says in one line what is
 * wrong and what is allowed.
 */
public final class WrapException extends Exception {

    private static final long serialVersionUID = 1L;

    public WrapException(String message) {
        super(message);
    }
}
