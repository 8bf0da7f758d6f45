package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.sql.SqlInputTable;
import dev.plimsoll.sql.SqlLimits;
import dev.plimsoll.sql.SqlQuery;
import dev.plimsoll.sql.SqlRowReceiver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** SQL engine whose libraries, in {@link LibraryFolder lib/sql}, are loaded at its first use. */
public final class SqlLibrary implements SqlEngine {

    private static final SqlLimits WARM_UP_LIMITS = new SqlLimits(10_000, 64L << 20);

    private static final int WARM_UP_RUNS = 20;
    private static final int WARM_UP_ROWS = 1_000;

    private static final AtomicBoolean HAS_WARMED_UP = new AtomicBoolean();

    private @Nullable SqlEngine loaded;

    /**
     * Returns the engine. The first call in a process with a policy that allows SQL also loads the libraries on another
     * thread, so that the first statement does not wait for them.
     */
    public static SqlLibrary of(Policies policies, Log log) {
        SqlLibrary library = new SqlLibrary();
        if (policies.hasSql() && HAS_WARMED_UP.compareAndSet(false, true)) {
            Thread thread = new Thread(() -> library.warmUp(log), "plimsoll-sql-load");
            thread.setDaemon(true);
            thread.start();
        }
        return library;
    }

    /**
     * Runs a statement several times, so that the JIT compiler has compiled the code before the first statement of a
     * client.
     */
    private void warmUp(Log log) {
        JsonWriter json = new JsonWriter(WARM_UP_ROWS * 40).beginArray();
        for (int i = 0; i < WARM_UP_ROWS; i++) {
            json.beginObject()
                    .string("name", "name " + i % 7)
                    .number("count", i)
                    .bool("open", i % 2 == 0);
            json.raw("price", Slice.of(i + ".25")).endObject();
        }
        Slice rows = json.endArray().slice();
        try {
            for (int i = 0; i < WARM_UP_RUNS; i++) {
                new SqlQuery(this, true, WARM_UP_LIMITS.memoryBytes(), Map.of())
                        .run(
                                "SELECT name, count(*) n, sum(price) s, max(count) m FROM data WHERE open GROUP BY name ORDER BY s DESC",
                                rows,
                                WARM_UP_LIMITS);
            }
        } catch (RefusedException | LinkageError e) {
            log.log(LogSeverity.WARN, "the SQL engine cannot be used", "error", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void run(String statement, List<SqlInputTable> tables, SqlLimits limits, SqlRowReceiver receiver) {
        engine().run(statement, tables, limits, receiver);
    }

    private synchronized SqlEngine engine() {
        SqlEngine engine = loaded;
        if (engine == null) {
            engine = LibraryFolder.load(SqlEngine.class, LibraryFolder.of("sql"))
                    .orElseThrow(() -> new RefusedException(
                            ErrorCode.QUERY_INVALID,
                            "sql: the libraries in lib/sql are missing or damaged",
                            "install Plimsoll again, or use query"));
            loaded = engine;
        }
        return engine;
    }
}
