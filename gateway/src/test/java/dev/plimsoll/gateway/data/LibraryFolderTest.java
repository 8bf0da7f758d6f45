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
        SqlEngine engine = installedEngine();

        assertThat(engine.getClass().getClassLoader()).isInstanceOf(URLClassLoader.class);
        Slice rows = Slice.of("[{\"city\":\"Oslo\"},{\"city\":\"Rome\"}]");
        assertThat(run(engine, "SELECT city FROM data WHERE REGEXP_LIKE(city, '^O')", rows))
                .contains("Oslo");
    }

    /** Each of these statements would create a number of hundreds of millions of digits, which takes minutes. */
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
    void numbersHaveBounds(String statement) throws Exception {
        SqlEngine engine = installedEngine();
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
        SqlEngine engine = installedEngine();

        assertThatThrownBy(() -> run(engine, "SELECT 1e9999 * 1e9999", Slice.of("[]")))
                .hasMessage("sql: a number has more than 10000 digits");
    }

    @Test
    void usualNumbersAreWithinTheBounds() throws Exception {
        SqlEngine engine = installedEngine();
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

    /** Returns the SQL engine with the classes that it finds in the installed program. */
    private SqlEngine installedEngine() throws IOException {
        copyLibraries("sql/");
        copyLibraries("plimsoll-sql-");
        copyLibraries("h2-");
        ClassLoader program = new ProgramClassLoader(List.of("dev.plimsoll.sql.h2.", "org.h2."));
        return ServiceLoader.load(SqlEngine.class, LibraryFolder.classLoader(folder, program))
                .findFirst()
                .orElseThrow();
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
