package dev.plimsoll.gateway.config.edit;

/** Thrown if Plimsoll cannot change the text of a file. The message says what to do. */
public final class EditException extends Exception {

    private static final long serialVersionUID = 1L;

    EditException(String message) {
        super(message);
    }

    /** Returns the message, which is never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
