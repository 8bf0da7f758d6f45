package dev.plimsoll.query;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Creates the message for an uncaught error: the cause, and the existing fields if one is missing. */
final class QueryErrorText {

    private static final int MAX_FIELDS = 20;
    private static final int MAX_NAME_LENGTH = 40;
    private static final int MAX_MESSAGE_LENGTH = 500;

    private static final String JSON_SUGGESTION =
            "skip other types with ? or select(type == …), or check the data first with keys or type";
    private static final String LINES_SUGGESTION =
            "each line is a string: .[:5] selects the first, map(select(test(\"TEXT\"; \"i\"))) those with a text";

    private QueryErrorText() {}

    static RefusedException error(QueryError error, QueryMeter queryMeter, boolean lines) {
        queryMeter.restoreDepth(0);
        Value value = error.value();
        String message = value instanceof StringValue s
                ? s.string()
                : ValueWriter.excerpt(value, queryMeter) + " (not a string)";
        if (message.length() > MAX_MESSAGE_LENGTH) {
            message = message.substring(0, MAX_MESSAGE_LENGTH - 1) + "…";
        }
        if (error.culprit() instanceof ConstantValue missing && missing.object() != null && missing.name() != null) {
            return missing(message, missing.object(), missing.name(), queryMeter);
        }
        return new RefusedException(
                ErrorCode.QUERY_INVALID, "query: " + message, lines ? LINES_SUGGESTION : JSON_SUGGESTION);
    }

    private static RefusedException missing(
            String message, ObjectValue object, StringValue name, QueryMeter queryMeter) {
        List<String> fields = fields(object, queryMeter);
        List<String> similar = NameSuggestions.similarNames(name.string(), fields, 3);
        Set<String> shown = new LinkedHashSet<>(similar);
        fields.stream().limit(MAX_FIELDS).forEach(shown::add);
        String wanted = shorten(name.string());
        RefusedException refused = new RefusedException(
                ErrorCode.QUERY_INVALID,
                "query: " + message + ": no field \"" + wanted + "\"",
                similar.isEmpty() ? "use an existing field, or ? to skip it" : "did you mean ." + similar.get(0) + "?");
        String more = fields.size() > shown.size() ? ", …" : "";
        return refused.detail("missing", wanted).detail("fields", String.join(", ", shown) + more);
    }

    private static List<String> fields(ObjectValue object, QueryMeter queryMeter) {
        List<String> fields = new ArrayList<>();
        ObjectValue.Entries entries = object.entries(queryMeter);
        while (entries.next() && fields.size() < 10 * MAX_FIELDS) {
            fields.add(shorten(entries.key().string()));
        }
        return fields;
    }

    private static String shorten(String name) {
        return name.length() <= MAX_NAME_LENGTH ? name : name.substring(0, MAX_NAME_LENGTH - 1) + "…";
    }
}
