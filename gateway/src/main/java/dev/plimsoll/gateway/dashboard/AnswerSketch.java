package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.trial.ParsedAnswer;
import dev.plimsoll.gateway.trial.ParsedAnswer.Block;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a sketch of an answer: Plimsoll's own fields, and the structure of the content. Values of the result and
 * cursors are left out; field names are not.
 */
final class AnswerSketch {

    private static final int MAX_DEPTH = 3;
    private static final List<String> OUTLINE_TYPES = List.of("object", "array", "string", "number", "boolean", "null");
    private static final int MAX_FIELDS = 30;
    private static final int MAX_NAME_LENGTH = 60;
    private static final Set<String> CURSORS = Set.of("nextCursor", "previousCursor", "cursor");

    /**
     * Arguments of follow-up calls whose values are shown. These arguments say where to read; the values of other
     * arguments could quote the result.
     */
    private static final Set<String> SHOWN_ARGUMENTS =
            Set.of("mode", "path", "page", "pages", "page_size", "start_line", "end_line", "max_tokens", "direction");

    private AnswerSketch() {}

    private static JsonType type(Slice value) {
        return dev.plimsoll.json.Json.type(value);
    }

    static Slice toJson(Slice result) {
        ParsedAnswer parsedAnswer = ParsedAnswer.parse(result);
        JsonWriter json = new JsonWriter(1 << 10).beginObject();
        json.bool("error", parsedAnswer.isError()).bool("structured", parsedAnswer.structured() != null);
        List<Block> blocks = parsedAnswer.blocks();
        json.array("blocks", blocks.subList(0, Math.min(MAX_FIELDS, blocks.size())), AnswerSketch::writeBlock);
        json.number("blockCount", blocks.size()).endObject();
        return json.slice();
    }

    private static void writeBlock(Block block, JsonWriter json) {
        json.beginObject().string("type", block.type());
        String notice = block.findText("notice");
        if (notice != null) {
            json.string("notice", notice);
        }
        json.beginObject("header");
        for (Map.Entry<String, Slice> field : block.header().entrySet()) {
            if (!field.getKey().equals("notice")) {
                writeField(field.getKey(), field.getValue(), json);
            }
        }
        json.endObject();
        json.string("under", block.bodyMember()).number("bytes", block.body().length());
        if (block.isJson() && !block.isBinary() && !block.body().isEmpty()) {
            writeShape(block.body(), 0, json.name("shape"));
        } else if (!block.isJson()) {
            json.number("lines", countLines(block.body()));
        }
        json.endObject();
    }

    private static long countLines(Slice text) {
        long lines = text.isEmpty() ? 0 : 1;
        for (int i = 0; i < text.length() - 1; i++) {
            lines += text.at(i) == '\n' ? 1 : 0;
        }
        return lines;
    }

    private static void writeField(String name, Slice value, JsonWriter json) {
        JsonType type = type(value);
        if (CURSORS.contains(name)) {
            json.string(name, "…");
        } else if (name.equals("path")) {
            String path = findShortText(value);
            json.string(name, path == null ? "…" : path);
        } else if (name.equals("outline") && type == JsonType.OBJECT) {
            writeOutline(value, json.name(name));
        } else if (type == JsonType.STRING || type == JsonType.OBJECT) {
            writeShape(value, 1, json.name(name));
        } else if (type != JsonType.ARRAY || name.equals("range")) {
            json.raw(name, value);
        } else if (name.equals("next")) {
            writeCalls(value, json.name(name));
        } else {
            writeShape(value, 1, json.name(name));
        }
    }

    /** Returns the type at the beginning of an outline entry. An entry without a type lists values of strings. */
    private static String typeOf(String entry) {
        char firstCharacter = entry.isEmpty() ? ' ' : entry.charAt(0);
        String word = entry.split("[:, |(]", 2)[0];
        return firstCharacter == '['
                ? "array"
                : firstCharacter == '{' ? "object" : OUTLINE_TYPES.contains(word) ? word : "string";
    }

    /**
     * Returns the outline's entry of a field; null if it has none. If the field has fields of its own, its entry is the
     * member {@code (is)}, or {@code object} without one.
     */
    private static @Nullable String findEntry(Slice value) {
        if (type(value) == JsonType.OBJECT) {
            Slice typeMember = Members.get(value, "(is)");
            return typeMember == null || type(typeMember) != JsonType.STRING
                    ? "object"
                    : ParsedAnswer.unescape(typeMember);
        }
        return type(value) == JsonType.STRING ? ParsedAnswer.unescape(value) : null;
    }

    /** Writes an outline without the values that it quotes: only the types. */
    private static void writeOutline(Slice outline, JsonWriter json) {
        json.beginObject().string("is", "object").beginObject("fields");
        Members members = Members.of(outline);
        int count = 0;
        while (members.next()) {
            String text = findEntry(members.value());
            if (count++ < MAX_FIELDS && members.key().length() <= MAX_NAME_LENGTH && text != null) {
                json.beginObject(members.keyText());
                json.string("is", typeOf(text)).endObject();
            }
        }
        json.endObject();
        json.number("count", count).endObject();
    }

    private static void writeCalls(Slice list, JsonWriter json) {
        ItemIndex calls = ItemIndex.of(list);
        json.beginArray();
        for (int i = 0; i < Math.min(MAX_FIELDS, calls.count()); i++) {
            writeCall(calls.item(i), json);
        }
        json.endArray();
    }

    private static void writeCall(Slice call, JsonWriter json) {
        json.beginObject();
        boolean isObject = type(call) == JsonType.OBJECT;
        Slice arguments = isObject ? Members.get(call, "arguments") : null;
        if (arguments != null && type(arguments) == JsonType.OBJECT) {
            Members members = Members.of(arguments);
            while (members.next()) {
                String name = members.keyText();
                String shownText = SHOWN_ARGUMENTS.contains(name) ? findShortText(members.value()) : null;
                json.string(name, shownText == null ? "…" : shownText);
            }
        }
        json.endObject();
    }

    private static @Nullable String findShortText(Slice value) {
        boolean isString = type(value) == JsonType.STRING;
        String text = isString ? ParsedAnswer.unescape(value) : value.utf8();
        return text.length() > MAX_NAME_LENGTH ? null : text;
    }

    private static void writeShape(Slice value, int depth, JsonWriter json) {
        json.beginObject();
        JsonType type = type(value);
        json.string("is", type.name().toLowerCase(Locale.ROOT));
        if (type == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            json.number("count", items.count());
            if (items.count() > 0 && depth < MAX_DEPTH) {
                writeShape(items.item(0), depth + 1, json.name("of"));
            }
        } else if (type == JsonType.OBJECT) {
            writeFields(value, depth, json);
        }
        json.endObject();
    }

    private static void writeFields(Slice object, int depth, JsonWriter json) {
        Members members = Members.of(object);
        int count = 0;
        boolean isShown = depth < MAX_DEPTH;
        if (isShown) {
            json.beginObject("fields");
        }
        while (members.next()) {
            if (isShown && count < MAX_FIELDS) {
                String name = members.key().length() > MAX_NAME_LENGTH ? "…" + count : members.keyText();
                writeShape(members.value(), depth + 1, json.name(name));
            }
            count++;
        }
        if (isShown) {
            json.endObject();
        }
        json.number("count", count);
    }
}
