package dev.plimsoll.schema;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Set;

/**
 * Shortens the descriptions in an entry of a tool listing to their first sentences, and removes parts of schemas that only
 * people read. Constraints on calls stay.
 */
public final class SchemaSlimmer {

    private static final int MAX_TOOL_TEXT_LENGTH = 160;
    private static final int MAX_SCHEMA_TEXT_LENGTH = 60;

    /** Depth below which schemas stay unchanged. */
    private static final int MAX_DEPTH = 64;

    private static final Set<String> REMOVED_MEMBERS = Set.of("title", "examples", "example", "$comment");
    /**
     * Members whose values are maps. The author of a schema chooses their keys, so the key {@code title} is not a
     * keyword there.
     */
    private static final Set<String> MAP_MEMBERS =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");
    /** Members whose values are data. */
    private static final Set<String> DATA_MEMBERS = Set.of("const", "enum", "default", "required");

    private SchemaSlimmer() {}

    /** Returns the slim entry of a tool. A value that is not an object stays unchanged. */
    public static Slice slim(Slice entry) {
        if (Json.type(entry) != JsonType.OBJECT) {
            return entry;
        }
        JsonWriter json = new JsonWriter(entry.length()).beginObject();
        Members members = Members.of(entry);
        while (members.next()) {
            if (members.keyIs("description")) {
                json.raw("description", shorten(members.value(), MAX_TOOL_TEXT_LENGTH));
            } else if (members.keyIs("inputSchema") || members.keyIs("outputSchema")) {
                writeSchema(members.value(), json.rawName(members.key()), 0);
            } else {
                json.rawMember(members.member());
            }
        }
        return json.endObject().slice();
    }

    private static void writeSchema(Slice value, JsonWriter json, int depth) {
        JsonType type = Json.type(value);
        if (depth > MAX_DEPTH || (type != JsonType.OBJECT && type != JsonType.ARRAY)) {
            json.raw(value);
            return;
        }
        if (type == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            json.beginArray();
            for (int i = 0; i < items.count(); i++) {
                writeSchema(items.item(i), json, depth + 1);
            }
            json.endArray();
            return;
        }
        writeObject(value, json, depth);
    }

    private static void writeObject(Slice value, JsonWriter json, int depth) {
        json.beginObject();
        Members members = Members.of(value);
        while (members.next()) {
            String key = members.keyText();
            if (REMOVED_MEMBERS.contains(key)) {
                continue;
            }
            json.rawName(members.key());
            if (key.equals("description")) {
                json.raw(shorten(members.value(), MAX_SCHEMA_TEXT_LENGTH));
            } else if (MAP_MEMBERS.contains(key) && Json.type(members.value()) == JsonType.OBJECT) {
                writeMap(members.value(), json, depth + 1);
            } else if (DATA_MEMBERS.contains(key)) {
                json.raw(members.value());
            } else {
                writeSchema(members.value(), json, depth + 1);
            }
        }
        json.endObject();
    }

    /** Writes members with any names: an argument may be called {@code title} or {@code description}. */
    private static void writeMap(Slice value, JsonWriter json, int depth) {
        json.beginObject();
        Members members = Members.of(value);
        while (members.next()) {
            writeSchema(members.value(), json.rawName(members.key()), depth + 1);
        }
        json.endObject();
    }

    private static Slice shorten(Slice value, int maxLength) {
        if (Json.type(value) != JsonType.STRING) {
            return value;
        }
        String text = JsonText.unescapeToString(Json.stringInside(value)).strip();
        String first = firstSentence(text, maxLength);
        return first.equals(text)
                ? value
                : new ByteSink(maxLength + 8).string(first).slice();
    }

    /**
     * Returns the first sentence of a text without its period, or the first line if that ends earlier,
     * cut to at most {@code maxLength} characters.
     */
    public static String firstSentence(String text, int maxLength) {
        int end = text.indexOf(". ");
        int lineEnd = text.indexOf('\n');
        end = lineEnd >= 0 && (end < 0 || lineEnd < end) ? lineEnd : end;
        String first = end < 0 ? text : text.substring(0, end);
        if (first.codePointCount(0, first.length()) <= maxLength) {
            return first;
        }
        return first.substring(0, first.offsetByCodePoints(0, maxLength)) + "…";
    }
}
