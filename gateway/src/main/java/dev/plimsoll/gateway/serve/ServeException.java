package dev.plimsoll.gateway.serve;

/**
 * Thrown if a configuration is valid but cannot be served, for example because it has no servers. The message
 * says why.
 */
public final class ServeException extends Exception {

    private static final long serialVersionUID = 1;

    ServeException(String message) {
        super(message);
    }
}
