package dev.plimsoll.gateway.tls;

/** Thrown when a certificate or key file is not valid. */
public final class TlsException extends Exception {

    private static final long serialVersionUID = 1;

    /** Configuration key of the file. */
    private final String configKey;

    TlsException(String configKey, String message) {
        super(message, null, false, false);
        this.configKey = configKey;
    }

    public String configKey() {
        return configKey;
    }

    /** Returns the message, which never quotes the content of the file. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
