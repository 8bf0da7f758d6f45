package dev.plimsoll.documents.limit;

/** Exception that reports that a document exceeds a limit. It is unchecked, so that it can pass through libraries. */
public final class LimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LimitExceededException(String message) {
        super(message, null, false, false);
    }
}
