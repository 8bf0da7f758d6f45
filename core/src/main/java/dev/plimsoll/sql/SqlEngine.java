package dev.plimsoll.sql;

import java.util.List;

/**
 * Engine that runs SELECT statements, which can read only the tables that are passed with them. The module
 * {@code plimsoll-sql} has an implementation, which a host passes to Plimsoll. Implementations are thread-safe.
 */
public interface SqlEngine {

    /**
     * Runs a statement, and passes its rows to the receiver.
     *
     * @throws dev.plimsoll.model.RefusedException with the code {@code QUERY_INVALID} if the statement is wrong or not
     *     allowed, and {@code QUERY_LIMIT} if it exceeds a limit
     */
    void run(String statement, List<SqlInputTable> tables, SqlLimits limits, SqlRowReceiver receiver);
}
