package dev.plimsoll.gateway.serve;

/** Thrown when a valid configuration cannot be served. The message says why. */
public final class ServeException extends Exception {

    private static final long serialVersionUID = 1;

    ServeException(String message) {
        super(message);
    }
}
