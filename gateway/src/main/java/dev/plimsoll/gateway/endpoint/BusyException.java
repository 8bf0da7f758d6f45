package dev.plimsoll.gateway.endpoint;

/** There are as many of something as there may be. */
public final class BusyException extends Exception {

    private static final long serialVersionUID = 1;

    private final String key;

    /** @param key of the configuration that bounds it */
    BusyException(String key, int most) {
        super("all " + most + " are in use (" + key + ")", null, false, false);
        this.key = key;
    }

    /** The key of the configuration that bounds it. */
    public String key() {
        return key;
    }
}
