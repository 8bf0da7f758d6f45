package dev.plimsoll.shape.result;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The jq expressions that work on a document, as examples for a caller whose own query failed. */
final class WorkingExpression {

    private static final int MAX_NAMES = 3;
    private static final int MAX_LINE_BYTES = 1_000;
    private static final int MAX_NAME_LENGTH = 40;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private WorkingExpression() {}

    /** Returns an expression for the lines of a text: the first lines, or their beginnings if the first is long. */
    static String ofLines(LineIndex lines) {
        boolean isLong = lines.count() > 0 && lines.end(0) > MAX_LINE_BYTES;
        return isLong ? "map(.[:200])[:5]" : ".[:5]";
    }

    /** Returns an expression for a JSON document: the first items with a few of their fields. */
    static String of(Slice document) {
        Slice value = Json.trim(document);
        if (Json.type(value) == JsonType.ARRAY) {
            return ofArray(value);
        }
        if (Json.type(value) != JsonType.OBJECT) {
            return ".";
        }
        Members members = Members.of(value);
        while (members.next()) {
            Slice member = members.value();
            boolean isList =
                    Json.type(member) == JsonType.ARRAY && Elements.of(member).next();
            if (isList && members.key().length() <= MAX_NAME_LENGTH) {
                String name = members.keyText();
                String path = PLAIN.matcher(name).matches() ? "." + name : ".[" + quote(name) + "]";
                return path + " | " + ofArray(member);
            }
        }
        return "keys";
    }

    private static String ofArray(Slice array) {
        List<String> names = new ArrayList<>();
        Elements elements = Elements.of(array);
        while (elements.next()) {
            if (elements.type() != JsonType.OBJECT) {
                return ".[:3]";
            }
            if (names.isEmpty()) {
                addNames(elements.members(), names);
            }
        }
        return names.isEmpty() ? ".[:3]" : "map({" + String.join(", ", names) + "})[:3]";
    }

    private static void addNames(Members members, List<String> names) {
        while (names.size() < MAX_NAMES && members.next()) {
            boolean isScalar = members.type() != JsonType.OBJECT && members.type() != JsonType.ARRAY;
            if (isScalar && members.key().length() <= MAX_NAME_LENGTH && !JsonText.hasEscapes(members.key())) {
                String name = members.keyText();
                names.add(PLAIN.matcher(name).matches() ? name : quote(name));
            }
        }
    }

    private static String quote(String name) {
        return new JsonWriter().string(name).slice().utf8();
    }
}
