package dev.plimsoll.schema;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Set;

/**
 * Shortens the descriptions in an entry of a tool listing to their first sentences, and removes parts of schemas that only
 * people read. Constraints on calls stay.
 */
public final class SchemaSlimmer {

    private static final int OF_TOOL = 160;
    private static final int IN_SCHEMA = 60;

    /** Depth below which schemas stay unchanged. */
    private static final int DEEPEST = 64;

    private static final Set<String> SAID_ONLY = Set.of("title", "examples", "example", "$comment");
    /** Members whose own member names are chosen by the author. */
    private static final Set<String> NAMED =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");
    /** Members whose values are data. */
    private static final Set<String> DATA = Set.of("const", "enum", "default", "required");

    private SchemaSlimmer() {}

    /** Returns the slim entry of a tool. A value that is not a tool stays unchanged. */
    public static Slice of(Slice entry) {
        if (Json.type(entry) != JsonType.OBJECT) {
            return entry;
        }
        ByteSink out = new ByteSink(entry.length()).ascii("{");
        Members members = Members.of(entry);
        while (members.next()) {
            out.ascii(out.size() == 1 ? "" : ",");
            if (members.keyIs("description")) {
                out.ascii("\"description\":").raw(shortened(members.value(), OF_TOOL));
            } else if (members.keyIs("inputSchema") || members.keyIs("outputSchema")) {
                out.ascii("\"").raw(members.key()).ascii("\":");
                schema(members.value(), out, 0);
            } else {
                out.raw(members.member());
            }
        }
        return out.ascii("}").slice();
    }

    private static void schema(Slice value, ByteSink out, int depth) {
        JsonType type = Json.type(value);
        if (depth > DEEPEST || (type != JsonType.OBJECT && type != JsonType.ARRAY)) {
            out.raw(value);
            return;
        }
        if (type == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            out.ascii("[");
            for (int i = 0; i < items.count(); i++) {
                out.ascii(i == 0 ? "" : ",");
                schema(items.item(i), out, depth + 1);
            }
            out.ascii("]");
            return;
        }
        object(value, out, depth);
    }

    private static void object(Slice value, ByteSink out, int depth) {
        out.ascii("{");
        int empty = out.size();
        Members members = Members.of(value);
        while (members.next()) {
            String key = members.keyText();
            if (SAID_ONLY.contains(key)) {
                continue;
            }
            out.ascii(out.size() == empty ? "" : ",")
                    .ascii("\"")
                    .raw(members.key())
                    .ascii("\":");
            if (key.equals("description")) {
                out.raw(shortened(members.value(), IN_SCHEMA));
            } else if (NAMED.contains(key) && Json.type(members.value()) == JsonType.OBJECT) {
                named(members.value(), out, depth + 1);
            } else if (DATA.contains(key)) {
                out.raw(members.value());
            } else {
                schema(members.value(), out, depth + 1);
            }
        }
        out.ascii("}");
    }

    /** Writes members with any names: an argument may be called {@code title} or {@code description}. */
    private static void named(Slice value, ByteSink out, int depth) {
        out.ascii("{");
        int empty = out.size();
        Members members = Members.of(value);
        while (members.next()) {
            out.ascii(out.size() == empty ? "" : ",")
                    .ascii("\"")
                    .raw(members.key())
                    .ascii("\":");
            schema(members.value(), out, depth + 1);
        }
        out.ascii("}");
    }

    private static Slice shortened(Slice value, int maxLength) {
        if (Json.type(value) != JsonType.STRING) {
            return value;
        }
        String text = JsonText.text(Json.stringInside(value)).strip();
        String first = firstSentence(text, maxLength);
        return first.equals(text) ? value : new ByteSink(maxLength + 8).string(first).slice();
    }

    /**
     * Returns the first sentence of a text, which ends at the latest at the first line end, cut to at most {@code maxLength}
     * characters.
     */
    public static String firstSentence(String text, int maxLength) {
        int end = text.indexOf(". ");
        int line = text.indexOf('\n');
        end = line >= 0 && (end < 0 || line < end) ? line : end;
        String first = end < 0 ? text : text.substring(0, end);
        if (first.codePointCount(0, first.length()) <= maxLength) {
            return first;
        }
        return first.substring(0, first.offsetByCodePoints(0, maxLength)) + "…";
    }
}
