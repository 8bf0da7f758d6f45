package dev.plimsoll.documents.limit;

/** Exception that reports that a document exceeds a limit. It passes through the code of libraries. */
public final class LimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LimitExceededException(String message) {
        super(message, null, false, false);
    }
}
