package dev.plimsoll.gateway.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
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
 * Loads libraries from folders next to the program. The libraries are not on the class path, because Java opens each
 * library of the class path at every start. Each folder is loaded once per process, for all sessions and
 * configurations.
 */
final class LibraryFolder {

    /** Prefixes of the names of the program's classes that the libraries use. */
    private static final List<String> SHARED_CLASSES = List.of("dev.plimsoll.", "com.google.re2j.");

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
            ClassLoader program = LibraryFolder.class.getClassLoader();
            return ServiceLoader.load(
                            service, CLASS_LOADERS.computeIfAbsent(folder, path -> classLoader(path, program)))
                    .findFirst();
        } catch (ServiceConfigurationError | LinkageError | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** Returns a class loader for the libraries in a folder; {@code program} if there are none. */
    static ClassLoader classLoader(Path folder, ClassLoader program) {
        List<URL> libraries = findLibraries(folder);
        return libraries.isEmpty() ? program : new LibraryClassLoader(libraries, new SharedClassLoader(program));
    }

    /**
     * Class loader that provides only the shared classes, so that the libraries do not find other classes of the
     * program, such as a logging library.
     */
    private static final class SharedClassLoader extends ClassLoader {

        private final ClassLoader program;

        SharedClassLoader(ClassLoader program) {
            super(ClassLoader.getPlatformClassLoader());
            this.program = program;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (SHARED_CLASSES.stream().anyMatch(name::startsWith)) {
                return program.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }

    private static List<URL> findLibraries(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .map(LibraryFolder::toUrl)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URL toUrl(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
