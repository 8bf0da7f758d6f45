package dev.plimsoll.view;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parser of the argument {@code sql}, which becomes a query that runs the statement. */
final class SqlArgumentParser {

    private static final String CALL = "sql(";

    private SqlArgumentParser() {}

    /**
     * Returns the value of the argument {@code query}: the given value, or a query that runs the statements. Returns
     * null if both arguments are absent.
     *
     * @param values all arguments by their names
     */
    static @Nullable Slice toQuery(Map<String, Slice> values) {
        Slice query = values.get("query");
        Slice sql = values.get(ArgumentNames.SQL);
        if (sql == null) {
            return query;
        }
        if (query != null || values.containsKey("args")) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "sql cannot be used with " + (query == null ? "args" : "query"),
                            "sql alone, with the values in the statement; or query with the function sql")
                    .detail("argument", ArgumentNames.SQL);
        }
        return convert(sql);
    }

    /** Returns a JSON value for the argument {@code query}: a string, or an object of strings for named statements. */
    private static Slice convert(Slice sql) {
        if (Json.type(sql) == JsonType.STRING) {
            return new ByteSink().string(expression(sql)).slice();
        }
        if (Json.type(sql) != JsonType.OBJECT) {
            throw refusal("sql must be a SELECT statement, or an object of named statements");
        }
        ByteSink namedQueries = new ByteSink().ascii("{");
        Members members = Members.of(sql);
        while (members.next()) {
            if (members.type() != JsonType.STRING) {
                throw refusal("sql: each named statement must be a string");
            }
            namedQueries
                    .ascii(namedQueries.size() == 1 ? "" : ",")
                    .string(members.keyText())
                    .ascii(":");
            namedQueries.string(expression(members.value()));
        }
        return namedQueries.ascii("}").slice();
    }

    /** Returns whether an expression is only a call of the function {@code sql} with a string. */
    static boolean isStatement(String expression) {
        return expression.startsWith(CALL + '"')
                && expression.endsWith("\")")
                && Json.isValid(Slice.of(expression.substring(CALL.length(), expression.length() - 1)));
    }

    /**
     * Returns the call of the function {@code sql}. A JSON string is also a valid jq string, because it has no {@code
     * \(}.
     */
    private static String expression(Slice string) {
        String statement = JsonText.unescapeToString(Json.stringInside(string));
        return CALL + new ByteSink().string(statement).slice().utf8() + ")";
    }

    private static RefusedException refusal(String message) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, "sql: \"SELECT count(*) AS n FROM data\"")
                .detail("argument", "sql")
                .detail("allowed", "a string, or an object of strings");
    }
}
