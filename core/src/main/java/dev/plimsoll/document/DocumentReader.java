package dev.plimsoll.document;

import org.jspecify.annotations.Nullable;

/**
 * Reader that converts documents that are not text, such as PDF files, to Markdown or JSON. Implementations are
 * thread-safe, limit their time and memory, and return equal text for equal bytes.
 */
public interface DocumentReader {

    /** Maximum number of first bytes that {@link #canRead} needs. */
    int START_BYTES = 4096;

    /** A reader that reads no document. */
    DocumentReader NONE = new NoDocumentReader();

    /**
     * Returns the reader of the module {@code documents}, which is loaded on first use. Without that module, the reader
     * reads no document.
     */
    static DocumentReader installed() {
        return InstalledDocumentReader.INSTANCE;
    }

    /**
     * Returns whether {@link #read} can read a document, judging by its type and its first bytes.
     *
     * @param mimeType the type that the server states, or null
     * @param start the first bytes, {@link #START_BYTES} or fewer
     */
    boolean canRead(@Nullable String mimeType, byte[] start);

    /**
     * Reads a document.
     *
     * @param mimeType the type that the server states, or null
     * @throws UnreadableDocumentException if the document cannot be read within the limits; its message completes the
     *     sentence "The document was not read: "
     */
    DocumentText read(@Nullable String mimeType, byte[] bytes) throws UnreadableDocumentException;
}
