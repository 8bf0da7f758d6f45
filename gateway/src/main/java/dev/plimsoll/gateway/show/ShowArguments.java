package dev.plimsoll.gateway.show;

import dev.plimsoll.gateway.endpoint.CursorArgument;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a call of {@code plimsoll_show} or {@code plimsoll_app_read}. An argument that is null or
 * empty counts as missing.
 *
 * @param path path of the value to show; empty for the whole document
 * @param query the query, a JSON string or object; null for none
 * @param title title for the person; empty for none
 * @param from index of the first value to read
 * @param count the most values to read
 */
record ShowArguments(String cursor, String path, @Nullable Slice query, String title, int from, int count) {

    private static final int MAX_TEXT_BYTES = 100_000;
    private static final Slice NONE = Slice.of("{}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    static ShowArguments parse(Message request) {
        Slice params = request.params();
        Slice given = params == null ? null : ObjectEdit.objectIn(params, "arguments");
        Slice arguments = given == null ? NONE : given;
        String cursor = CursorArgument.find(arguments);
        if (cursor == null) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "cursor is missing, or not a string",
                            "cursor: the nextCursor of an answer")
                    .detail("argument", "cursor");
        }
        return new ShowArguments(
                cursor,
                readText("path", arguments),
                readQuery(arguments),
                readText("title", arguments),
                readNumber("from", 0, arguments),
                readNumber("count", Integer.MAX_VALUE, arguments));
    }

    private static @Nullable Slice findValue(String name, Slice arguments) {
        Slice value = Members.get(arguments, name);
        return value == null || Json.type(value) == JsonType.NULL ? null : value;
    }

    private static String readText(String name, Slice arguments) {
        Slice value = findValue(name, arguments);
        if (value == null) {
            return "";
        }
        if (Json.type(value) != JsonType.STRING || value.length() > MAX_TEXT_BYTES) {
            throw invalid(name, "must be a text of at most " + MAX_TEXT_BYTES + " bytes", name + ": \"…\"");
        }
        return JsonText.unescapeToString(Json.stringInside(value));
    }

    private static @Nullable Slice readQuery(Slice arguments) {
        Slice value = findValue("query", arguments);
        // "" and {} are empty queries
        if (value == null || value.length() <= 2) {
            return null;
        }
        if (value.length() > MAX_TEXT_BYTES
                || (Json.type(value) != JsonType.STRING && Json.type(value) != JsonType.OBJECT)) {
            throw invalid("query", "must be a jq expression, or an object of them", "query: \"map(.name)\"");
        }
        return value;
    }

    private static int readNumber(String name, int defaultValue, Slice arguments) {
        Slice value = findValue(name, arguments);
        if (value == null) {
            return defaultValue;
        }
        String numberText = value.length() > 40 ? "a long value" : value.utf8();
        if (!NUMBER.matcher(numberText).matches()) {
            throw invalid(name, "must be a whole number from 0 to 999999999, got " + numberText, name + ": 0")
                    .detail("value", numberText);
        }
        return Integer.parseInt(numberText);
    }

    private static RefusedException invalid(String name, String problem, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, name + ": " + problem, suggestion)
                .detail("argument", name);
    }

    /** Returns path and query as the arguments of a read. */
    Slice selection() {
        JsonWriter json = new JsonWriter(path.length() + 64).beginObject();
        if (!path.isEmpty()) {
            json.string("path", path);
        }
        if (query != null) {
            json.raw("query", query);
        }
        return json.endObject().slice();
    }
}
