package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.sql.SqlLimits;
import dev.plimsoll.sql.SqlQuery;
import dev.plimsoll.sql.SqlRows;
import dev.plimsoll.sql.SqlTableData;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The SQL engine in {@code lib/sql}. It is loaded at its first use, with a class loader of its own, because Java would open its
 * libraries at every start if they were on the class path.
 */
public final class SqlLibrary implements SqlEngine {

    private static final SqlLimits REHEARSAL = new SqlLimits(10_000, 64L << 20);

    private static final int REHEARSALS = 20;
    private static final int REHEARSAL_ROWS = 1_000;

    private @Nullable SqlEngine loaded;

    /** Returns the engine. If a policy allows SQL, another thread loads it at once, so that no statement waits for it. */
    public static SqlLibrary of(Policies policies, Log log) {
        SqlLibrary library = new SqlLibrary();
        if (policies.hasSql()) {
            Thread thread = new Thread(() -> library.rehearse(log), "plimsoll-sql-load");
            thread.setDaemon(true);
            thread.start();
        }
        return library;
    }

    /** Runs a statement a few times, so that Java has compiled the code before the first statement of a client. */
    private void rehearse(Log log) {
        JsonWriter json = new JsonWriter(REHEARSAL_ROWS * 40).beginArray();
        for (int i = 0; i < REHEARSAL_ROWS; i++) {
            json.beginObject()
                    .string("name", "name " + i % 7)
                    .number("count", i)
                    .bool("open", i % 2 == 0);
            json.raw("price", Slice.of(i + ".25")).endObject();
        }
        Slice rows = json.endArray().slice();
        try {
            for (int i = 0; i < REHEARSALS; i++) {
                new SqlQuery(this, true, REHEARSAL.memory(), Map.of())
                        .run(
                                "SELECT name, count(*) n, sum(price) s, max(count) m FROM data WHERE open GROUP BY name ORDER BY s DESC",
                                rows,
                                REHEARSAL);
            }
        } catch (RefusedException | LinkageError e) {
            log.log(LogSeverity.WARN, "the SQL engine cannot be used", "error", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void run(String statement, List<SqlTableData> tables, SqlLimits limits, SqlRows rows) {
        engine().run(statement, tables, limits, rows);
    }

    private synchronized SqlEngine engine() {
        SqlEngine known = loaded;
        if (known == null) {
            known = ServiceLoader.load(SqlEngine.class, classLoader())
                    .findFirst()
                    .orElseThrow(() -> new RefusedException(
                            ErrorCode.QUERY_INVALID,
                            "sql: the libraries in lib/sql are missing",
                            "install Plimsoll again, or use query"));
            loaded = known;
        }
        return known;
    }

    /** Returns a class loader for the libraries; in a program without a folder lib/sql, the one that has this class. */
    private static ClassLoader classLoader() {
        ClassLoader own = SqlLibrary.class.getClassLoader();
        CodeSource source = SqlLibrary.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            return own;
        }
        try {
            Path folder =
                    Path.of(source.getLocation().toURI()).resolveSibling("lib").resolve("sql");
            return Files.isDirectory(folder) ? new URLClassLoader(libraries(folder), own) : own;
        } catch (IOException | URISyntaxException e) {
            return own;
        }
    }

    private static URL[] libraries(Path folder) throws IOException {
        List<URL> urls = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                urls.add(file.toUri().toURL());
            }
        }
        return urls.toArray(new URL[0]);
    }
}
