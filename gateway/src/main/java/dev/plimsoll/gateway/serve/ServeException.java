package dev.plimsoll.gateway.serve;

/** The configuration is valid, but cannot be served like this; the message says why. */
public final class ServeException extends Exception {

    private static final long serialVersionUID = 1;

    ServeException(String message) {
        super(message);
    }
}
