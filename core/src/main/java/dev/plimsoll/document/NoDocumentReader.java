package dev.plimsoll.document;

import org.jspecify.annotations.Nullable;

/** Reader that reads no document. */
record NoDocumentReader() implements DocumentReader {

    @Override
    public boolean canRead(@Nullable String mimeType, byte[] start) {
        return false;
    }

    @Override
    public DocumentText read(@Nullable String mimeType, byte[] bytes) throws UnreadableDocumentException {
        throw new UnreadableDocumentException("document", "no reader is installed");
    }
}
