package dev.plimsoll.gateway.data;

import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.document.DocumentText;
import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reader of documents whose libraries are on no class path, because Java opens each library of the class path at every start. They
 * are loaded from the folder {@code lib/documents} beside the program when a document is to be read.
 */
final class LoadedDocuments implements DocumentReader {

    private final Supplier<DocumentReader> loader;
    private @Nullable DocumentReader loaded;

    private LoadedDocuments(Supplier<DocumentReader> loader) {
        this.loader = loader;
    }

    static LoadedDocuments of(Log log) {
        return new LoadedDocuments(() -> load(folder(), log));
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
    public boolean accepts(@Nullable String mimeType, byte[] start) {
        return reader().accepts(mimeType, start);
    }

    @Override
    public DocumentText read(@Nullable String mimeType, byte[] bytes) throws UnreadableDocumentException {
        return reader().read(mimeType, bytes);
    }

    /** Returns the reader in the folder, or else the one on the class path, as in tests. */
    private static DocumentReader load(Path folder, Log log) {
        ClassLoader parent = LoadedDocuments.class.getClassLoader();
        List<URL> libraries = libraries(folder);
        // never closed: the reader lives as long as the program
        ClassLoader classes = libraries.isEmpty()
                ? parent
                : new URLClassLoader(libraries.toArray(new URL[0]), new OwnClasses(parent));
        return ServiceLoader.load(DocumentReader.class, classes).findFirst().orElseGet(() -> {
            log.log(LogSeverity.WARN, "no reader of documents: documents stay as they are", "folder", folder);
            return DocumentReader.NONE;
        });
    }

    /** Class loader of Plimsoll's own classes: the libraries of documents see no other library, such as one for logs. */
    private static final class OwnClasses extends ClassLoader {

        private final ClassLoader program;

        OwnClasses(ClassLoader program) {
            super(ClassLoader.getPlatformClassLoader());
            this.program = program;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("dev.plimsoll.")) {
                return program.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }

    private static Path folder() {
        try {
            Path program = Path.of(LoadedDocuments.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return program.resolveSibling("lib").resolve("documents");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<URL> libraries(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .map(LoadedDocuments::url)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
