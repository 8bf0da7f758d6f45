package dev.plimsoll.gateway.wrap;

/** The file cannot be changed as asked: what was wrong and what is allowed, in one line. Nothing has been written. */
public final class WrapException extends Exception {

    private static final long serialVersionUID = 1L;

    public WrapException(String message) {
        super(message);
    }
}
