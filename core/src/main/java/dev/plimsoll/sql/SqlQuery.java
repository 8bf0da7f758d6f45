package dev.plimsoll.sql;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runner of the SQL statements of one query. Collects their warnings. Not thread-safe. */
public final class SqlQuery {

    /** Name of the error detail that lists the tables and their columns. */
    public static final String TABLES = "tables";

    private static final int MAX_SHOWN_TABLES = 8;
    private static final int MAX_SHOWN_COLUMNS = 30;

    private final @Nullable SqlEngine engine;
    private final boolean isAllowed;
    private final long maxOutput;
    private final Map<String, Slice> namedDocuments;
    private final List<String> warnings = new ArrayList<>();

    /**
     * Creates the query.
     *
     * @param engine the engine; null if the host has none
     * @param isAllowed whether the policy allows statements
     * @param maxOutput maximum bytes of the rows of a statement
     * @param namedDocuments documents that are tables in addition to the input of a statement, by their names
     */
    public SqlQuery(@Nullable SqlEngine engine, boolean isAllowed, long maxOutput, Map<String, Slice> namedDocuments) {
        this.engine = engine;
        this.isAllowed = isAllowed;
        this.maxOutput = maxOutput;
        this.namedDocuments = Map.copyOf(namedDocuments);
    }

    /** Returns sentences about columns that the statements read as text although they contain numbers. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /**
     * Runs a statement.
     *
     * @param document the JSON value with the table {@code data}
     * @return a JSON array with an object for each row
     */
    public Slice run(String statement, Slice document, SqlLimits limits) {
        if (engine == null || !isAllowed) {
            throw new RefusedException(
                    ErrorCode.QUERY_INVALID,
                    isAllowed
                            ? "sql: this server has no SQL engine"
                            : "sql: it is switched off for this result (policy key sql)",
                    "use query: a jq expression");
        }
        List<SqlInputTable> tables = DocumentTables.find(document, namedDocuments);
        RowWriter rows = new RowWriter(maxOutput);
        try {
            engine.run(statement, tables, limits, rows);
        } catch (RefusedException refused) {
            throw refused.code() == ErrorCode.QUERY_INVALID ? refused.detail(TABLES, describe(tables)) : refused;
        }
        addWarnings(tables);
        return rows.finish();
    }

    private static String describe(List<SqlInputTable> tables) {
        String tableList = tables.stream()
                .limit(MAX_SHOWN_TABLES)
                .map(table -> table.describe(MAX_SHOWN_COLUMNS))
                .collect(Collectors.joining("; "));
        return tables.size() > MAX_SHOWN_TABLES
                ? tableList + "; and " + (tables.size() - MAX_SHOWN_TABLES) + " more"
                : tableList;
    }

    private void addWarnings(List<SqlInputTable> tables) {
        for (SqlInputTable table : tables) {
            for (int i = 0; i < table.columns().size(); i++) {
                SqlInputColumn column = table.columns().get(i);
                String warning = SqlNames.quoteIfNeeded(column.name()) + " is " + column.remark();
                if (table.isRead(i) && !column.remark().isEmpty() && !warnings.contains(warning)) {
                    warnings.add(warning);
                }
            }
        }
    }

    /** Writes rows as objects. */
    private static final class RowWriter implements SqlRowReceiver {

        private final long maxBytes;
        private final ByteSink out = new ByteSink().ascii("[");
        private List<String> columns = List.of();

        RowWriter(long maxBytes) {
            this.maxBytes = maxBytes;
        }

        @Override
        public void onColumns(List<String> names) {
            List<String> unique = new ArrayList<>();
            Set<String> used = new HashSet<>();
            names.forEach(name -> unique.add(SqlNames.makeUnique(name, used)));
            columns = unique;
        }

        @Override
        public void onRow(@Nullable Object[] values) {
            out.ascii(out.size() == 1 ? "{" : ",{");
            for (int i = 0; i < values.length; i++) {
                out.ascii(i == 0 ? "" : ",").string(columns.get(i)).ascii(":");
                SqlValueWriter.write(values[i], out);
            }
            out.ascii("}");
            if (out.size() > maxBytes) {
                throw new RefusedException(
                                ErrorCode.QUERY_LIMIT,
                                "the statement needs more than " + maxBytes + " bytes of output (limit output)",
                                "select fewer columns, or add LIMIT")
                        .detail("limit", "output")
                        .detail("value", Long.toString(maxBytes));
            }
        }

        Slice finish() {
            return out.ascii("]").slice();
        }
    }
}
