package dev.plimsoll.view;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Query of a view: one expression or several named expressions, and the values of its variables. A view encodes the
 * query as one text: the expressions alone, or a JSON object.
 *
 * @param text a jq expression, or the text of a JSON object of named expressions; empty to use the query of
 * the cursor's view
 * @param with cursors of the other snapshots that the query uses, by the names of their variables
 * @param args JSON values by the names of their variables
 */
public record QueryText(String text, Map<String, String> with, Map<String, Slice> args) {

    private static final String TEXT = "query";
    private static final String WITH = "with";
    private static final String ARGS = "args";

    public QueryText {
        with = Collections.unmodifiableMap(new LinkedHashMap<>(with));
        args = Collections.unmodifiableMap(new LinkedHashMap<>(args));
    }

    /** Returns the text for a view. */
    public String encode() {
        if (with.isEmpty() && args.isEmpty()) {
            return text;
        }
        JsonWriter json = new JsonWriter().beginObject().string(TEXT, text);
        if (!with.isEmpty()) {
            json.beginObject(WITH);
            with.forEach(json::string);
            json.endObject();
        }
        if (!args.isEmpty()) {
            json.beginObject(ARGS);
            args.forEach(json::raw);
            json.endObject();
        }
        return json.endObject().slice().utf8();
    }

    /** Reads the text of a view. */
    public static QueryText decode(String encoded) {
        Slice encodedObject = objectOrNull(encoded);
        Slice text = encodedObject == null ? null : Members.get(encodedObject, TEXT);
        Slice with = encodedObject == null ? null : Members.get(encodedObject, WITH);
        Slice args = encodedObject == null ? null : Members.get(encodedObject, ARGS);
        // an object of named expressions has only strings, so an object in with or args shows the encoded form
        boolean isEncoded = text != null && Json.type(text) == JsonType.STRING && (isObject(with) || isObject(args));
        if (text == null || !isEncoded) {
            return new QueryText(encoded, Map.of(), Map.of());
        }
        Map<String, String> cursors = with == null ? null : stringsOrNull(with);
        Map<String, Slice> variables = new LinkedHashMap<>();
        Members members = args == null ? null : Members.of(args);
        while (members != null && members.next()) {
            variables.put(members.keyText(), members.value());
        }
        return new QueryText(
                JsonText.unescapeToString(Json.stringInside(text)), cursors == null ? Map.of() : cursors, variables);
    }

    private static boolean isObject(@Nullable Slice value) {
        return value != null && Json.type(value) == JsonType.OBJECT;
    }

    /** Returns a copy with these expressions and these values of variables. The snapshots stay. */
    public QueryText withExpressions(Map<String, String> expressions, Map<String, Slice> values) {
        if (!isNamed()) {
            return new QueryText(expressions.getOrDefault("", text), with, values);
        }
        JsonWriter json = new JsonWriter().beginObject();
        expressions.forEach(json::string);
        return new QueryText(json.endObject().slice().utf8(), with, values);
    }

    /** Returns a copy with the snapshots of another query. */
    public QueryText withSnapshotsOf(QueryText other) {
        return new QueryText(text, other.with, args);
    }

    /** Returns whether the expressions have names. */
    public boolean isNamed() {
        return namedExpressions() != null;
    }

    /** Returns the expressions by name. A single expression without a name has the key "". */
    public Map<String, String> expressions() {
        Map<String, String> namedExpressions = namedExpressions();
        return namedExpressions == null ? Map.of("", text) : namedExpressions;
    }

    /** Returns whether all expressions are SQL statements, as the argument {@code sql} gives them. */
    public boolean hasOnlyStatements() {
        return expressions().values().stream().allMatch(SqlArgumentParser::isStatement);
    }

    private @Nullable Map<String, String> namedExpressions() {
        Slice object = objectOrNull(text);
        Map<String, String> namedExpressions = object == null ? null : stringsOrNull(object);
        return namedExpressions == null || namedExpressions.isEmpty() ? null : namedExpressions;
    }

    private static @Nullable Slice objectOrNull(String text) {
        String jsonText = text.strip();
        if (!jsonText.startsWith("{") || !jsonText.endsWith("}")) {
            return null;
        }
        Slice json = Slice.of(jsonText);
        return Json.isValid(json) ? json : null;
    }

    /** Returns the members of an object; null if one of them is not a string. */
    private static @Nullable Map<String, String> stringsOrNull(Slice object) {
        Map<String, String> strings = new LinkedHashMap<>();
        Members members = Members.of(object);
        while (members.next()) {
            if (members.type() != JsonType.STRING) {
                return null;
            }
            strings.put(members.keyText(), JsonText.unescapeToString(Json.stringInside(members.value())));
        }
        return strings;
    }
}
