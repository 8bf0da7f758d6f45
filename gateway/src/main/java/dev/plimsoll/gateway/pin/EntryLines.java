package dev.plimsoll.gateway.pin;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Writes a canonical entry as lines for people. Each line has a path and a value; a string has a line for
 * each of its sentences: {@code inputSchema.properties.id.description: The ID of the issue.}
 */
final class EntryLines {

    private static final int MAX_LINES = 20_000;
    private static final int MAX_DEPTH = 200;
    private static final Pattern SENTENCE_END = Pattern.compile("\\R|(?<=[.!?;])\\s+");

    private final List<String> lines = new ArrayList<>();

    private EntryLines() {}

    static List<String> toLines(Slice entry) {
        EntryLines entryLines = new EntryLines();
        entryLines.add("", entry, 0);
        return entryLines.lines;
    }

    private void add(String path, Slice value, int depth) {
        if (lines.size() >= MAX_LINES) {
            return;
        }
        JsonType type = Json.type(value);
        if (type == JsonType.OBJECT && depth < MAX_DEPTH) {
            addMembers(path, value, depth);
        } else if (type == JsonType.ARRAY && depth < MAX_DEPTH) {
            addElements(path, value, depth);
        } else if (type == JsonType.STRING) {
            for (String sentence : SENTENCE_END.split(JsonText.unescapeToString(Json.stringInside(value)), -1)) {
                lines.add(path + ": " + sentence);
            }
        } else {
            lines.add(path + ": " + value.utf8());
        }
    }

    private void addMembers(String path, Slice object, int depth) {
        boolean isEmpty = true;
        for (Members members = Members.of(object); members.next(); isEmpty = false) {
            String name = members.keyText();
            add(path.isEmpty() ? name : path + "." + name, members.value(), depth + 1);
        }
        if (isEmpty) {
            lines.add(path + ": an empty object");
        }
    }

    private void addElements(String path, Slice array, int depth) {
        boolean isEmpty = true;
        for (Elements elements = Elements.of(array); elements.next(); isEmpty = false) {
            add(path + "[]", elements.value(), depth + 1);
        }
        if (isEmpty) {
            lines.add(path + ": an empty list");
        }
    }
}
