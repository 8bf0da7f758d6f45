package dev.plimsoll.documents.limit;

/** Thrown if a document exceeds a limit, also through the code of a library. */
public final class LimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LimitExceededException(String message) {
        super(message, null, false, false);
    }
}
