package dev.plimsoll.sql.h2;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.sql.SqlLimits;
import dev.plimsoll.sql.SqlQuery;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Runs statements for tests. */
final class Statements {

    static final SqlEngine ENGINE = new H2SqlEngine();
    private static final SqlLimits LIMITS = new SqlLimits(20_000, 256 << 20);

    private Statements() {}

    static String rows(String document, String statement) {
        return rows(document, Map.of(), statement);
    }

    static String rows(String document, Map<String, Slice> namedDocuments, String statement) {
        return query(namedDocuments).run(statement, Slice.of(document), LIMITS).utf8();
    }

    static List<String> warnings(String document, String statement) {
        SqlQuery query = query(Map.of());
        query.run(statement, Slice.of(document), LIMITS);
        return query.warnings();
    }

    /** Returns the error of a statement as JSON; the rows if it does not fail. */
    static String error(String document, String statement) {
        return error(document, statement, LIMITS);
    }

    static String error(String document, String statement, SqlLimits limits) {
        try {
            return "rows: "
                    + query(Map.of()).run(statement, Slice.of(document), limits).utf8();
        } catch (RefusedException refused) {
            return new String(refused.json(), StandardCharsets.UTF_8);
        }
    }

    private static SqlQuery query(Map<String, Slice> namedDocuments) {
        return new SqlQuery(ENGINE, true, 16 << 20, namedDocuments);
    }
}
