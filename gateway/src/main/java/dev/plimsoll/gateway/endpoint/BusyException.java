package dev.plimsoll.gateway.endpoint;

/** Thrown when a configured limit is reached, such as the number of sessions. */
public final class BusyException extends Exception {

    private static final long serialVersionUID = 1;

    private final String key;
    private final boolean isOverShare;
    private final String publicReason;

    private BusyException(String key, boolean isOverShare, String message, String publicReason) {
        super(message, null, false, false);
        this.key = key;
        this.isOverShare = isOverShare;
        this.publicReason = publicReason;
    }

    /**
     * Creates the exception for a pool without free units.
     *
     * @param key the configuration key that sets the limit
     */
    static BusyException forFullPool(String key, long limit) {
        String message = "the limit of " + limit + " is reached (" + key + ")";
        return new BusyException(key, false, message, message);
    }

    /** Creates the exception for a holder that already uses its share. */
    static BusyException forHolderOverShare(String key, long limit, long used) {
        String reservedPart = "; the rest of the limit of " + limit + " is reserved for others (" + key + ")";
        return new BusyException(
                key, true, "you use " + used + reservedPart, "one caller or address uses " + used + reservedPart);
    }

    /** Returns the configuration key that sets the limit. */
    public String key() {
        return key;
    }

    /** Returns whether units are free, but reserved for callers below their share. */
    public boolean isOverShare() {
        return isOverShare;
    }

    /** Returns the reason for people other than the caller. */
    String publicReason() {
        return publicReason;
    }
}
