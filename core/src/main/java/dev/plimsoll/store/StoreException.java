package dev.plimsoll.store;

/**
 * Reports that a store cannot perform a request. The message states sizes and limits, never payload, IDs, or the numbers of other
 * callers.
 */
public final class StoreException extends RuntimeException {

    private final Reason reason;

    public StoreException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public StoreException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** Reason of the failure. */
    public enum Reason {
        /** The store is full, and nothing may be evicted yet. */
        FULL,
        /** The caller's share is used up, and none of the caller's snapshots may be evicted yet. */
        CALLER_FULL,
        /** The entry would not fit an empty store. */
        TOO_LARGE,
        /** The snapshot is unknown, expired, or removed. */
        GONE,
        /** The snapshot cannot have more views. */
        VIEWS_FULL,
        /** The store itself failed or is closed. */
        FAILED
    }
}
