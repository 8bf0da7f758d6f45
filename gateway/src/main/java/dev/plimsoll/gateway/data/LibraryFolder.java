package dev.plimsoll.gateway.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Loads libraries from folders beside the program. They are not on the class path, because Java opens each library of
 * the class path at every start. Each folder is loaded once in a process, for all sessions and configurations.
 */
final class LibraryFolder {

    private static final Map<Path, ClassLoader> CLASS_LOADERS = new ConcurrentHashMap<>();

    private LibraryFolder() {}

    /** Returns the folder {@code lib/NAME} of the program. */
    static Path of(String name) {
        try {
            Path program = Path.of(LibraryFolder.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return program.resolveSibling("lib").resolve(name);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Creates a service from the libraries in the folder; empty if they are missing or damaged. Without the folder, as
     * in tests, the class path is searched.
     */
    static <T> Optional<T> load(Class<T> service, Path folder) {
        try {
            return ServiceLoader.load(service, CLASS_LOADERS.computeIfAbsent(folder, LibraryFolder::classLoader))
                    .findFirst();
        } catch (ServiceConfigurationError | LinkageError | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** Returns a class loader for the libraries in a folder. It is never closed. */
    private static ClassLoader classLoader(Path folder) {
        ClassLoader program = LibraryFolder.class.getClassLoader();
        List<URL> libraries = libraries(folder);
        return libraries.isEmpty()
                ? program
                : new URLClassLoader(libraries.toArray(new URL[0]), new PlimsollClassLoader(program));
    }

    /**
     * Class loader that provides only Plimsoll's classes, so that the libraries find no others, such as a logging
     * library.
     */
    private static final class PlimsollClassLoader extends ClassLoader {

        private final ClassLoader program;

        PlimsollClassLoader(ClassLoader program) {
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

    private static List<URL> libraries(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .map(LibraryFolder::url)
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
