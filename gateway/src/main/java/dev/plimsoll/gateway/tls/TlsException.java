package dev.plimsoll.gateway.tls;

/** A file that does not hold what it should. */
public final class TlsException extends Exception {

    private static final long serialVersionUID = 1;

    /** The configuration's name for the file. */
    private final String key;

    TlsException(String key, String message) {
        super(message, null, false, false);
        this.key = key;
    }

    public String key() {
        return key;
    }

    /** Never anything of what the file holds. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
