package dev.plimsoll.gateway.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests libraries that are loaded from a folder instead of the class path. */
class LibraryFolderTest {

    private static final SqlLimits LIMITS = new SqlLimits(60_000, 16L << 20);

    @TempDir
    private Path folder;

    @Test
    void searchesTheClassPathIfTheFolderIsAbsent() {
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

    /**
     * Checks that an SQL engine that is loaded from a folder, as in the installed program, finds all classes that it
     * needs.
     */
    @Test
    void sqlEngineFindsItsClasses() throws Exception {
        SqlEngine engine = loadEngineFromFolder();

        assertThat(engine.getClass().getClassLoader()).isInstanceOf(URLClassLoader.class);
        Slice rows = Slice.of("[{\"city\":\"Oslo\"},{\"city\":\"Rome\"}]");
        assertThat(run(engine, "SELECT city FROM data WHERE REGEXP_LIKE(city, '^O')", rows))
                .contains("Oslo");
    }

    /**
     * Checks that statements are refused that would create a number with hundreds of millions of digits, which takes
     * minutes.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT CAST(n AS numeric) FROM data",
                "SELECT n + 1.5 FROM data",
                "SELECT count(*) FROM data WHERE n = 1.5",
                "SELECT coalesce(n, 0.5) FROM data",
                "SELECT sum(n) FROM data",
                "SELECT ('1e3' || '00000000') + 1.5",
                "SELECT CAST('1e-3' || '00000000' AS numeric) + 1",
                "WITH RECURSIVE t(n, x) AS (SELECT 1, 1e500 UNION ALL SELECT n + 1, x * x FROM t WHERE n < 23) SELECT max(x) + 1.5 FROM t"
            })
    void refusesHugeNumbers(String statement) throws Exception {
        SqlEngine engine = loadEngineFromFolder();
        Slice rows = Slice.of("[{\"n\":\"1e300000000\"}]");

        assertThatThrownBy(() -> run(engine, statement, rows))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.code())
                                .as(String.valueOf(e.getMessage()))
                                .isEqualTo(ErrorCode.QUERY_INVALID));
    }

    @Test
    void saysThatANumberHasTooManyDigits() throws Exception {
        SqlEngine engine = loadEngineFromFolder();

        assertThatThrownBy(() -> run(engine, "SELECT 1e9999 * 1e9999", Slice.of("[]")))
                .hasMessage("sql: a number has more than 10000 digits");
    }

    @Test
    void acceptsUsualNumbers() throws Exception {
        SqlEngine engine = loadEngineFromFolder();
        Slice rows = Slice.of("[{\"n\":\"1.5e3\"},{\"n\":\"-2E-2\"},{\"n\":\" 12.25 \"}]");
        assertThat(run(engine, "SELECT sum(CAST(n AS numeric) + 1.5) s FROM data", rows))
                .contains("1516.73");
        assertThat(run(engine, "SELECT 1e300 * 1e300 s", rows)).contains("1e600");
    }

    private static String run(SqlEngine engine, String statement, Slice rows) {
        return new SqlQuery(engine, true, LIMITS.memoryBytes(), Map.of())
                .run(statement, rows, LIMITS)
                .utf8();
    }

    /** Loads the SQL engine from a folder, with a class loader of the program that does not have its classes. */
    private SqlEngine loadEngineFromFolder() throws IOException {
        copyLibraries("sql/");
        copyLibraries("plimsoll-sql-");
        copyLibraries("h2-");
        ClassLoader program = new HidingClassLoader(List.of("dev.plimsoll.sql.h2.", "org.h2."));
        return ServiceLoader.load(SqlEngine.class, LibraryFolder.classLoader(folder, program))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Copies the libraries of the class path whose names start with the prefix to the folder. A folder of classes
     * becomes a JAR file.
     */
    private void copyLibraries(String prefix) throws IOException {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            boolean isClassFolder = Files.isDirectory(path) && (path + "/").contains("/" + prefix);
            if (isClassFolder) {
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

    /** Class loader that hides the classes of a library. */
    private static final class HidingClassLoader extends ClassLoader {

        private final List<String> hiddenPrefixes;

        HidingClassLoader(List<String> hiddenPrefixes) {
            super(LibraryFolderTest.class.getClassLoader());
            this.hiddenPrefixes = hiddenPrefixes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolvesClass) throws ClassNotFoundException {
            if (hiddenPrefixes.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolvesClass);
        }

        @Override
        public @Nullable URL getResource(String name) {
            return null;
        }
    }
}
