package dev.plimsoll.sql.h2;

import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.sql.SqlInputTable;
import dev.plimsoll.sql.SqlLimits;
import dev.plimsoll.sql.SqlRowReceiver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements in H2. Each statement has a new database in memory with only the given tables, and its own thread, whose time and
 * memory are limited.
 */
public final class H2SqlEngine implements SqlEngine {

    private final StatementThreads threads = new StatementThreads();

    /** Creates the engine, and runs a first statement, so that later statements do not wait until the classes of H2 are loaded. */
    public H2SqlEngine() {
        run("SELECT CAST('1' AS numeric) + 1e1", List.of(), new SqlLimits(10_000, 64L << 20), new SqlRowReceiver() {
            @Override
            public void onColumns(List<String> columns) {
                // ignored
            }

            @Override
            public void onRow(@Nullable Object[] values) {
                // ignored
            }
        });
    }

    @Override
    public void run(String statement, List<SqlInputTable> tables, SqlLimits limits, SqlRowReceiver receiver) {
        String checked = StatementGuard.check(statement);
        threads.run(new StatementRun(checked, tables, limits, receiver), limits);
    }
}
