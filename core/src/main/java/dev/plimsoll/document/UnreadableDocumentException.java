package dev.plimsoll.document;

/** Exception that reports that a document is invalid, is encrypted, or exceeds a limit. */
public final class UnreadableDocumentException extends Exception {

    private static final long serialVersionUID = 1;

    private final String type;

    /**
     * Creates an exception.
     *
     * @param type the type of the document, such as {@code PDF}
     * @param message the reason, such as {@code it is encrypted}
     */
    public UnreadableDocumentException(String type, String message) {
        super(message);
        this.type = type;
    }

    /** Returns the type of the document, such as {@code PDF}. */
    public String type() {
        return type;
    }
}
