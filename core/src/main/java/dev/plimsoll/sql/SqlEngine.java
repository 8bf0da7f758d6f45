package dev.plimsoll.sql;

import java.util.List;

/**
 * Runs SELECT statements on the tables that a call gives it, and on nothing else. A host passes an engine to Plimsoll; the
 * module {@code plimsoll-sql} has one. Thread-safe.
 */
public interface SqlEngine {

    /**
     * Runs a statement and passes its rows on.
     *
     * @throws dev.plimsoll.model.RefusedException with the code {@code QUERY_INVALID} for a statement that is wrong or not
     *     allowed, and {@code QUERY_LIMIT} for one that exceeds a limit
     */
    void run(String statement, List<SqlTableData> tables, SqlLimits limits, SqlRows rows);
}
