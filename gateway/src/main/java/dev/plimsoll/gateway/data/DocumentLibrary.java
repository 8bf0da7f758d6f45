package dev.plimsoll.gateway.data;

import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.document.DocumentText;
import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Document reader whose libraries, in {@link LibraryFolder lib/documents}, are loaded at its first use. */
final class DocumentLibrary implements DocumentReader {

    private final Supplier<DocumentReader> loader;
    private @Nullable DocumentReader loaded;

    private DocumentLibrary(Supplier<DocumentReader> loader) {
        this.loader = loader;
    }

    static DocumentLibrary of(Log log) {
        return new DocumentLibrary(() -> load(LibraryFolder.of("documents"), log));
    }

    /** Creates a reader that takes its libraries from another folder. */
    static DocumentLibrary of(Path folder, Log log) {
        return new DocumentLibrary(() -> load(folder, log));
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
            log.log(
                    LogSeverity.WARN,
                    "the libraries for documents are missing or damaged: documents are not converted to text",
                    "folder",
                    folder);
            return DocumentReader.NONE;
        });
    }
}
