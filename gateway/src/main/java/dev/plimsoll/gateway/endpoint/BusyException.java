package dev.plimsoll.gateway.endpoint;

/** Thrown when a configured limit is reached, such as the number of sessions. */
public final class BusyException extends Exception {

    private static final long serialVersionUID = 1;

    private final String key;

    /** @param key the configuration key that sets the limit */
    BusyException(String key, int limit) {
        super("the limit of " + limit + " is reached (" + key + ")", null, false, false);
        this.key = key;
    }

    /** Returns the configuration key that sets the limit. */
    public String key() {
        return key;
    }
}
