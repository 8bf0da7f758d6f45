package dev.plimsoll.document;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Reader that the service loader finds, loaded when it is first needed. */
final class InstalledDocuments implements DocumentReader {

    static final InstalledDocuments INSTANCE = new InstalledDocuments();

    private InstalledDocuments() {}

    /** Loads the reader once, on first use. */
    private static final class Holder {
        static final DocumentReader READER = ServiceLoader.load(
                        DocumentReader.class, DocumentReader.class.getClassLoader())
                .findFirst()
                .orElse(NONE);
    }

    @Override
    public boolean accepts(@Nullable String mimeType, byte[] start) {
        return Holder.READER.accepts(mimeType, start);
    }

    @Override
    public DocumentText read(@Nullable String mimeType, byte[] bytes) throws UnreadableDocumentException {
        return Holder.READER.read(mimeType, bytes);
    }
}
