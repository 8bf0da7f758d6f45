package dev.plimsoll.gateway.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.json.Slice;
import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.sql.SqlLimits;
import dev.plimsoll.sql.SqlQuery;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how libraries are loaded that are not on the class path of the program. */
class LibraryFolderTest {

    private static final SqlLimits LIMITS = new SqlLimits(60_000, 16L << 20);

    @TempDir
    private Path folder;

    @Test
    void searchesTheClassPathWithoutTheFolder() {
        assertThat(LibraryFolder.load(SqlEngine.class, folder.resolve("absent")))
                .isPresent();
        assertThat(LibraryFolder.load(DocumentReader.class, folder.resolve("absent")))
                .isPresent();
    }

    @Test
    void findsNothingInDamagedLibraries() throws Exception {
        Files.writeString(folder.resolve("damaged.jar"), "text");

        assertThat(LibraryFolder.load(SqlEngine.class, folder)).isEmpty();
    }

    /** Checks the SQL engine with the classes that it finds in the installed program: its own, and the shared ones. */
    @Test
    void sqlEngineFindsItsClasses() throws Exception {
        copyLibraries("sql/");
        copyLibraries("plimsoll-sql-");
        copyLibraries("h2-");
        ClassLoader program = new ProgramClassLoader(List.of("dev.plimsoll.sql.h2.", "org.h2."));

        SqlEngine engine = ServiceLoader.load(SqlEngine.class, LibraryFolder.classLoader(folder, program))
                .findFirst()
                .orElseThrow();

        assertThat(engine.getClass().getClassLoader()).isInstanceOf(URLClassLoader.class);
        Slice rows = Slice.of("[{\"city\":\"Oslo\"},{\"city\":\"Rome\"}]");
        assertThat(new SqlQuery(engine, true, LIMITS.memoryBytes(), Map.of())
                        .run("SELECT city FROM data WHERE REGEXP_LIKE(city, '^O')", rows, LIMITS)
                        .utf8())
                .contains("Oslo");
    }

    /** Copies the libraries of the tests whose file name has a prefix, or the classes of a module, to the folder. */
    private void copyLibraries(String prefix) throws IOException {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            boolean isClasses = Files.isDirectory(path) && (path + "/").contains("/" + prefix);
            if (isClasses) {
                zip(path, folder.resolve("classes.jar"));
            } else if (path.getFileName() != null
                    && path.getFileName().toString().startsWith(prefix)) {
                Files.copy(path, folder.resolve(path.getFileName()));
            }
        }
    }

    private static void zip(Path classes, Path file) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file));
                Stream<Path> files = Files.walk(classes)) {
            for (Path path : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new ZipEntry(classes.relativize(path).toString()));
                Files.copy(path, out);
                out.closeEntry();
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Class loader of a program without the classes of a library. */
    private static final class ProgramClassLoader extends ClassLoader {

        private final List<String> missing;

        ProgramClassLoader(List<String> missing) {
            super(LibraryFolderTest.class.getClassLoader());
            this.missing = missing;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (missing.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }

        @Override
        public @Nullable URL getResource(String name) {
            return null;
        }
    }
}
