package dev.plimsoll.view;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parser of the arguments {@code query}, {@code with}, and {@code args}. */
final class QueryArgumentParser {

    /** Maximum bytes of {@code args}, and of all expressions of a query together. */
    private static final int MAX_LENGTH = 20_000;

    private static final int MAX_SNAPSHOTS = 8;
    private static final int MAX_CURSOR_LENGTH = 4096;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    private QueryArgumentParser() {}

    /** Returns the text of a view's query, as {@link QueryText} encodes it; null if all arguments are absent. */
    static @Nullable String parse(@Nullable Slice query, @Nullable Slice with, @Nullable Slice args) {
        if (query == null && with == null && args == null) {
            return null;
        }
        if (query == null && args != null) {
            throw refusal("args", "args needs query", "query: \".[] | select(.id == $id)\", args: {\"id\": 7}");
        }
        Map<String, String> snapshots = with == null ? Map.of() : parseSnapshots(with);
        return new QueryText(
                        query == null ? "" : requireQueryText(query),
                        snapshots,
                        args == null ? Map.of() : parseVariables(args, snapshots))
                .encode();
    }

    private static Map<String, Slice> parseVariables(Slice args, Map<String, String> snapshots) {
        Slice object = Json.type(args) == JsonType.STRING ? JsonText.unescapeToSlice(Json.stringInside(args)) : args;
        String example = "args: {\"owner\": \"ann\"}, which is $owner in the query";
        if (!Json.isValid(object) || Json.type(object) != JsonType.OBJECT || object.length() > MAX_LENGTH) {
            throw refusal("args", "args must be an object of at most " + MAX_LENGTH + " bytes", example)
                    .detail("allowed", "an object: the name of a variable, and any value");
        }
        Map<String, Slice> values = new LinkedHashMap<>();
        Members members = Members.of(Json.trim(object));
        while (members.next()) {
            String name = members.key().length() > MAX_CURSOR_LENGTH ? "" : members.keyText();
            if (!NAME.matcher(name).matches() || name.equals("original") || snapshots.containsKey(name)) {
                throw refusal("args", "args: " + shorten(name) + " cannot be the name of a variable", example)
                        .detail("name", shorten(name))
                        .detail("allowed", "letters, digits and _; not original, and not a name in with");
            }
            values.put(name, Slice.of(members.value().toByteArray()));
        }
        return values;
    }

    private static String requireQueryText(Slice query) {
        if (query.length() > MAX_LENGTH) {
            throw refusal("query", "query is longer than " + MAX_LENGTH + " bytes", "a shorter one");
        }
        if (Json.type(query) == JsonType.STRING) {
            return JsonText.unescapeToString(Json.stringInside(query));
        }
        if (Json.type(query) != JsonType.OBJECT) {
            throw refusal(
                            "query",
                            "query must be a jq expression, or an object of named expressions",
                            "query: {\"count\": \"length\"}")
                    .detail("allowed", "a string, or an object of strings");
        }
        Members members = Members.of(query);
        while (members.next()) {
            if (members.type() != JsonType.STRING) {
                throw refusal(
                                "query",
                                "query: " + shorten(members.keyText()) + " must be a string: a jq expression",
                                "query: {\"count\": \"length\"}")
                        .detail("name", shorten(members.keyText()));
            }
        }
        return query.utf8();
    }

    private static Map<String, String> parseSnapshots(Slice with) {
        Slice object = Json.type(with) == JsonType.STRING ? JsonText.unescapeToSlice(Json.stringInside(with)) : with;
        if (!Json.isValid(object) || Json.type(object) != JsonType.OBJECT) {
            throw refusal("with", "with must be an object of cursors", "with: {\"orders\": \"CURSOR\"}")
                    .detail("allowed", "an object: the name of a variable, and a cursor");
        }
        Map<String, String> cursors = new LinkedHashMap<>();
        Members members = Members.of(Json.trim(object));
        while (members.next()) {
            String name = members.key().length() > MAX_CURSOR_LENGTH ? "" : members.keyText();
            boolean isCursor = members.type() == JsonType.STRING && members.valueLength() <= MAX_CURSOR_LENGTH;
            if (!NAME.matcher(name).matches() || name.equals("original") || !isCursor) {
                throw refusal(
                                "with",
                                "with: " + shorten(name) + " is not a name with a cursor",
                                "with: {\"orders\": \"CURSOR\"}, which is $orders in the query")
                        .detail("name", shorten(name))
                        .detail("allowed", "letters, digits and _; not original");
            }
            cursors.put(name, JsonText.unescapeToString(Json.stringInside(members.value())));
        }
        if (cursors.size() > MAX_SNAPSHOTS) {
            throw refusal("with", "with has " + cursors.size() + " snapshots", "at most " + MAX_SNAPSHOTS);
        }
        return cursors;
    }

    private static String shorten(String value) {
        return value.length() > 40 ? value.substring(0, 40) + "…" : value;
    }

    private static RefusedException refusal(String argument, String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion).detail("argument", argument);
    }
}
