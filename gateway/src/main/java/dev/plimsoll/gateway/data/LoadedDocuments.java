package dev.plimsoll.gateway.data;

import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.document.DocumentText;
import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reader of documents whose libraries, in {@link LibraryFolder lib/documents}, are loaded when a document is to be read. */
final class LoadedDocuments implements DocumentReader {

    private final Supplier<DocumentReader> loader;
    private @Nullable DocumentReader loaded;

    private LoadedDocuments(Supplier<DocumentReader> loader) {
        this.loader = loader;
    }

    static LoadedDocuments of(Log log) {
        return new LoadedDocuments(() -> load(LibraryFolder.of("documents"), log));
    }

    /** Creates a reader that takes its libraries from another folder. */
    static LoadedDocuments of(Path folder, Log log) {
        return new LoadedDocuments(() -> load(folder, log));
    }

    private synchronized DocumentReader reader() {
        DocumentReader reader = loaded;
        if (reader == null) {
            reader = loader.get();
            loaded = reader;
        }
        return reader;
    }

    @Override
    public boolean canRead(@Nullable String mimeType, byte[] start) {
        return reader().canRead(mimeType, start);
    }

    @Override
    public DocumentText read(@Nullable String mimeType, byte[] bytes) throws UnreadableDocumentException {
        return reader().read(mimeType, bytes);
    }

    private static DocumentReader load(Path folder, Log log) {
        return LibraryFolder.load(DocumentReader.class, folder).orElseGet(() -> {
            log.log(LogSeverity.WARN, "no reader of documents: documents stay as they are", "folder", folder);
            return DocumentReader.NONE;
        });
    }
}
