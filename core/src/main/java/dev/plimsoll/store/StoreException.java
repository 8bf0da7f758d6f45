package dev.plimsoll.store;

/** A store that cannot do what it was asked. The message names sizes and limits, never payload, ids or other callers' figures. */
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

    /** What stood in the way. */
    public enum Reason {
        /** No room now, and nothing may be given up yet. */
        FULL,
        /** This caller's share is used up, and nothing of the caller's own may be given up yet. */
        CALLER_FULL,
        /** Would not fit an empty store. */
        TOO_LARGE,
        /** The snapshot is unknown, expired or forgotten. */
        GONE,
        /** The snapshot has as many views as it may have. */
        VIEWS_FULL,
        /** The store itself failed or is closed. */
        FAILED
    }
}
