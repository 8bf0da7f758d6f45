package dev.plimsoll.gateway.trial;

/** The trial cannot be run as asked: what was wrong and what is allowed, in one line. */
public final class TrialException extends Exception {

    private static final long serialVersionUID = 1L;

    public TrialException(String message) {
        super(message);
    }
}
