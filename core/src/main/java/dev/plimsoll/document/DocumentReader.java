package dev.plimsoll.document;

import org.jspecify.annotations.Nullable;

/**
 * Reads documents that are no text, such as PDF files, as text or JSON. Implementations are thread-safe, end within a time and
 * memory limit of their own, and return the same text for the same bytes.
 */
public interface DocumentReader {

    /** The most bytes of a document that {@link #accepts} needs. */
    int START_BYTES = 4096;

    /** Reads nothing. */
    DocumentReader NONE = new NoDocuments();

    /** Returns the reader in the module {@code documents}, which is loaded when it is first needed. Without that module, it reads nothing. */
    static DocumentReader installed() {
        return InstalledDocuments.INSTANCE;
    }

    /**
     * Returns whether this is a document that {@link #read} reads.
     *
     * @param mimeType the type that the server states, or null
     * @param start the first bytes, {@link #START_BYTES} or fewer
     */
    boolean accepts(@Nullable String mimeType, byte[] start);

    /**
     * Returns the text of a document.
     *
     * @param mimeType the type that the server states, or null
     * @throws UnreadableDocumentException if the document cannot be read within the limits; its message completes the sentence
     *     "The document was not read: "
     */
    DocumentText read(@Nullable String mimeType, byte[] bytes) throws UnreadableDocumentException;
}
