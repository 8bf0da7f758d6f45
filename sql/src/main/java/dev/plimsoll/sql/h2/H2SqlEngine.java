package dev.plimsoll.sql.h2;

import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.sql.SqlLimits;
import dev.plimsoll.sql.SqlRows;
import dev.plimsoll.sql.SqlTable;
import java.util.List;

/**
 * Runs statements in H2. Each statement has a new database in memory, which has the given tables and nothing else, and a thread
 * that is watched for time and memory.
 */
public final class H2SqlEngine implements SqlEngine {

    private final StatementThreads threads = new StatementThreads();

    @Override
    public void run(String statement, List<SqlTable> tables, SqlLimits limits, SqlRows rows) {
        String checked = StatementGuard.check(statement);
        threads.run(new StatementRun(checked, tables, limits, rows), limits);
    }
}
