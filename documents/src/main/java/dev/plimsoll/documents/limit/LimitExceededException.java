package dev.plimsoll.documents.limit;

/** Thrown in the middle of a library when a document exceeds a limit. */
public final class LimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LimitExceededException(String message) {
        super(message, null, false, false);
    }
}
