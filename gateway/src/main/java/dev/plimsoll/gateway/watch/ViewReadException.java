package dev.plimsoll.gateway.watch;

/** Thrown when a view could not be read. The message is written for people. */
public final class ViewReadException extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean isFinal;

    ViewReadException(String message, boolean isFinal) {
        super(message, null, false, false);
        this.isFinal = isFinal;
    }

    /** Returns whether later reads cannot succeed either, for example because the session has ended. */
    public boolean isFinal() {
        return isFinal;
    }
}
