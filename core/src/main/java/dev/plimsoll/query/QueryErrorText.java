package dev.plimsoll.query;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.node.NodePositions;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.value.ArrayValue;
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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Creates the message for an uncaught error: its cause, and the existing fields if a field is missing. */
final class QueryErrorText {

    private static final String PREFIX = "query: ";
    private static final int MAX_FIELDS = 20;
    private static final int MAX_NAME_LENGTH = 40;
    private static final int MAX_MESSAGE_LENGTH = 500;

    private static final String JSON_SUGGESTION =
            "skip other types with ? or select(type == …), or check the data first with keys or type";
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_ -]{1,40}");

    private QueryErrorText() {}

    /** Returns a refusal of one of several expressions, with its name. */
    static RefusedException withName(RefusedException refused, String name) {
        if (name.isEmpty()) {
            return refused;
        }
        String shortName = shorten(name);
        String message = refused.getMessage();
        String reason = message.startsWith(PREFIX) ? message.substring(PREFIX.length()) : message;
        return refused.withMessage("query " + shortName + ": " + reason).detail("name", shortName);
    }

    /**
     * Returns the refusal for an error.
     *
     * @param isText whether the input of the query is the lines of a text
     * @param node node that failed; null if it is unknown
     */
    static RefusedException create(
            QueryError error,
            QueryMeter queryMeter,
            boolean isText,
            NodePositions positions,
            @Nullable QueryNode node) {
        queryMeter.restoreDepth(0);
        Value value = error.value();
        String message = value instanceof StringValue s
                ? s.string()
                : ValueWriter.excerpt(value, queryMeter) + " (not a string)";
        if (message.length() > MAX_MESSAGE_LENGTH) {
            message = message.substring(0, MAX_MESSAGE_LENGTH - 1) + "…";
        }
        NodePositions.Excerpt excerpt = node == null ? null : positions.find(node);
        String positionPhrase = excerpt == null ? "" : ", at " + excerpt.position() + ": " + excerpt.text();
        String name = node instanceof PathNode.Field field ? field.name().string() : "";
        RefusedException refused = error.offendingValue() instanceof ConstantValue missing
                        && missing.object() != null
                        && missing.name() != null
                ? missingField(message, positionPhrase, missing.object(), missing.name(), queryMeter)
                : new RefusedException(
                        ErrorCode.QUERY_INVALID,
                        PREFIX + message + positionPhrase,
                        isText ? suggestForLines(name) : suggestForValue(error.offendingValue(), name));
        return excerpt == null
                ? refused
                : refused.detail("position", Integer.toString(excerpt.from())).detail("failed", excerpt.text());
    }

    /**
     * Returns a suggestion for a query on the lines of a text.
     *
     * @param name the field that the query read; empty for other errors
     */
    private static String suggestForLines(String name) {
        String text = WORD.matcher(name).matches() ? name : "TEXT";
        return "each line is a string: [.[] | scan(\"" + text + "\")] | length counts a text, map(select(test(\"" + text
                + "\"; \"i\"))) selects lines";
    }

    /** Returns a suggestion for a value that has no fields, or does not allow an operation. */
    private static String suggestForValue(@Nullable Value offendingValue, String name) {
        if (offendingValue instanceof StringValue text && WORD.matcher(name).matches()) {
            return text.string().startsWith("{")
                    ? "this text is JSON: parse it with fromjson"
                    : "this is a text: split(\"\\n\") gives its lines, [scan(\"" + name
                            + "\")] | length counts a text in it";
        }
        boolean isList = offendingValue instanceof ArrayValue && !name.isEmpty();
        return isList ? "this is an array: read the field of its items, with .[] or map(…)" : JSON_SUGGESTION;
    }

    private static RefusedException missingField(
            String message, String positionPhrase, ObjectValue object, StringValue name, QueryMeter queryMeter) {
        List<String> fields = fieldNames(object, queryMeter);
        List<String> similar = NameSuggestions.similarNames(name.string(), fields, 3);
        Set<String> shownNames = new LinkedHashSet<>(similar);
        fields.stream().limit(MAX_FIELDS).forEach(shownNames::add);
        String missingName = shorten(name.string());
        RefusedException refused = new RefusedException(
                ErrorCode.QUERY_INVALID,
                PREFIX + message + ": no field \"" + missingName + "\"" + positionPhrase,
                similar.isEmpty() ? "use an existing field, or ? to skip it" : "did you mean ." + similar.get(0) + "?");
        String ellipsis = fields.size() > shownNames.size() ? ", …" : "";
        return refused.detail("missing", missingName).detail("fields", String.join(", ", shownNames) + ellipsis);
    }

    private static List<String> fieldNames(ObjectValue object, QueryMeter queryMeter) {
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
