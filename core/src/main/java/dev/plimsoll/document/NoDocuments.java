package dev.plimsoll.document;

import org.jspecify.annotations.Nullable;

/** Reader that reads nothing. */
record NoDocuments() implements DocumentReader {

    @Override
    public boolean accepts(@Nullable String mimeType, byte[] start) {
        return false;
    }

    @Override
    public DocumentText read(@Nullable String mimeType, byte[] bytes) throws UnreadableDocumentException {
        throw new UnreadableDocumentException("document", "no reader is installed");
    }
}
