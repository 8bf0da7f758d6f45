package dev.plimsoll.view;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** Parses the argument {@code sql}: it becomes the query that runs the statement. */
final class StatementArgument {

    private StatementArgument() {}

    /** Returns a JSON value for the argument {@code query}: a string, or an object of strings for named statements. */
    static Slice query(Slice sql) {
        if (Json.type(sql) == JsonType.STRING) {
            return new ByteSink().string(expression(sql)).slice();
        }
        if (Json.type(sql) != JsonType.OBJECT) {
            throw refusal("sql must be a SELECT statement, or an object of named statements");
        }
        ByteSink named = new ByteSink().ascii("{");
        Members members = Members.of(sql);
        while (members.next()) {
            if (members.type() != JsonType.STRING) {
                throw refusal("sql: each named statement must be a string");
            }
            named.ascii(named.size() == 1 ? "" : ",").string(members.keyText()).ascii(":");
            named.string(expression(members.value()));
        }
        return named.ascii("}").slice();
    }

    /** Returns the call of the function {@code sql}. A JSON string is also a string of jq: it has no {@code \(}. */
    private static String expression(Slice string) {
        String statement = JsonText.unescapeToString(Json.stringInside(string));
        return "sql(" + new ByteSink().string(statement).slice().utf8() + ")";
    }

    private static RefusedException refusal(String message) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, "sql: \"SELECT count(*) AS n FROM data\"")
                .detail("argument", "sql")
                .detail("allowed", "a string, or an object of strings");
    }
}
