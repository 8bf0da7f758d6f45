package dev.plimsoll.document;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Reader that {@link ServiceLoader} finds, loaded on first use. */
final class InstalledDocumentReader implements DocumentReader {

    static final InstalledDocumentReader INSTANCE = new InstalledDocumentReader();

    private InstalledDocumentReader() {}

    /** Loads the reader once, on first use. */
    private static final class Holder {
        static final DocumentReader READER = ServiceLoader.load(
                        DocumentReader.class, DocumentReader.class.getClassLoader())
                .findFirst()
                .orElse(NONE);
    }

    @Override
    public boolean canRead(@Nullable String mimeType, byte[] start) {
        return Holder.READER.canRead(mimeType, start);
    }

    @Override
    public DocumentText read(@Nullable String mimeType, byte[] bytes) throws UnreadableDocumentException {
        return Holder.READER.read(mimeType, bytes);
    }
}
