package dev.plimsoll.gateway.tls;

/** Thrown when a certificate or key file is not valid. */
public final class TlsException extends Exception {

    private static final long serialVersionUID = 1;

    /** Configuration key of the file. */
    private final String key;

    TlsException(String key, String message) {
        super(message, null, false, false);
        this.key = key;
    }

    public String key() {
        return key;
    }

    /** Returns the message, which never quotes the content of the file. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
