package dev.plimsoll.sql.h2;

import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.sql.SqlLimits;
import dev.plimsoll.sql.SqlRows;
import dev.plimsoll.sql.SqlTableData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements in H2. Each statement has a new database in memory, which has the given tables and nothing else, and a thread
 * that is watched for time and memory.
 */
public final class H2SqlEngine implements SqlEngine {

    private final StatementThreads threads = new StatementThreads();

    /** Creates the engine. Opens a database, so that no statement waits until the classes of H2 are loaded. */
    public H2SqlEngine() {
        run("SELECT 1", List.of(), new SqlLimits(10_000, 64L << 20), new SqlRows() {
            @Override
            public void begin(List<String> columns) {
                // not used
            }

            @Override
            public void row(@Nullable Object[] values) {
                // not used
            }
        });
    }

    @Override
    public void run(String statement, List<SqlTableData> tables, SqlLimits limits, SqlRows rows) {
        String checked = StatementGuard.check(statement);
        threads.run(new StatementRun(checked, tables, limits, rows), limits);
    }
}
