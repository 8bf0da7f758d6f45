package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.admin.JsonObjectWriter;
import dev.plimsoll.gateway.trial.AnswerParts;
import dev.plimsoll.gateway.trial.AnswerParts.Block;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonType;
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
    private static final List<String> OUTLINE_TYPES =
            List.of("object", "array", "string", "number", "boolean", "null");
    private static final int MAX_FIELDS = 30;
    private static final int MAX_NAME_LENGTH = 60;
    private static final Set<String> CURSORS = Set.of("nextCursor", "previousCursor", "cursor");

    /** Arguments of follow-up calls that say where to read, not what. Only their values are shown. */
    private static final Set<String> SHOWN_ARGUMENTS =
            Set.of("mode", "path", "page", "pages", "page_size", "start_line", "end_line", "max_tokens", "direction");

    private AnswerSketch() {}

    private static JsonType type(Slice value) {
        return dev.plimsoll.json.Json.type(value);
    }

    static Slice of(Slice result) {
        AnswerParts answerParts = AnswerParts.of(result);
        ByteSink out = new ByteSink(1 << 10);
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.flag("error", answerParts.isError()).flag("structured", answerParts.structured() != null);
        List<Block> blocks = answerParts.blocks();
        jsonObjectWriter
                .name("blocks")
                .array(blocks.subList(0, Math.min(MAX_FIELDS, blocks.size())), AnswerSketch::writeBlock);
        jsonObjectWriter.number("blockCount", blocks.size()).end();
        return out.slice();
    }

    private static void writeBlock(Block block, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out).text("type", block.type());
        String notice = block.text("notice");
        if (notice != null) {
            jsonObjectWriter.text("notice", notice);
        }
        JsonObjectWriter header = new JsonObjectWriter(jsonObjectWriter.name("header"));
        for (Map.Entry<String, Slice> field : block.header().entrySet()) {
            if (!field.getKey().equals("notice")) {
                writeField(field.getKey(), field.getValue(), header);
            }
        }
        header.end();
        jsonObjectWriter
                .text("under", block.bodyMember())
                .number("bytes", block.body().length());
        if (block.isJson() && !block.isBinary() && !block.body().isEmpty()) {
            writeShape(block.body(), 0, jsonObjectWriter.name("shape"));
        } else if (!block.isJson()) {
            jsonObjectWriter.number("lines", countLines(block.body()));
        }
        jsonObjectWriter.end();
    }

    private static long countLines(Slice text) {
        long lines = text.isEmpty() ? 0 : 1;
        for (int i = 0; i < text.length() - 1; i++) {
            lines += text.at(i) == '\n' ? 1 : 0;
        }
        return lines;
    }

    private static void writeField(String name, Slice value, JsonObjectWriter header) {
        JsonType type = type(value);
        if (CURSORS.contains(name)) {
            header.text(name, "…");
        } else if (name.equals("path")) {
            String path = findShortText(value);
            header.text(name, path == null ? "…" : path);
        } else if (name.equals("outline") && type == JsonType.OBJECT) {
            writeOutline(value, header.name(name));
        } else if (type == JsonType.STRING || type == JsonType.OBJECT) {
            writeShape(value, 1, header.name(name));
        } else if (type != JsonType.ARRAY || name.equals("range")) {
            header.raw(name, value.utf8());
        } else if (name.equals("next")) {
            writeCalls(value, header.name(name));
        } else {
            writeShape(value, 1, header.name(name));
        }
    }

    /** Returns the type at the beginning of an entry; an entry that begins with something else lists values of a string. */
    private static String typeOf(String entry) {
        char first = entry.isEmpty() ? ' ' : entry.charAt(0);
        String word = entry.split("[:, |(]", 2)[0];
        return first == '[' ? "array" : first == '{' ? "object" : OUTLINE_TYPES.contains(word) ? word : "string";
    }

    /** Writes an outline without the values that it quotes: only the types. */
    private static void writeOutline(Slice outline, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out).text("is", "object");
        JsonObjectWriter inner = new JsonObjectWriter(jsonObjectWriter.name("fields"));
        Members members = Members.of(outline);
        int count = 0;
        while (members.next()) {
            if (count++ < MAX_FIELDS
                    && members.key().length() <= MAX_NAME_LENGTH
                    && type(members.value()) == JsonType.STRING) {
                String text = AnswerParts.unescape(members.value());
                new JsonObjectWriter(inner.name(members.keyText()))
                        .text("is", typeOf(text))
                        .end();
            }
        }
        inner.end();
        jsonObjectWriter.number("count", count).end();
    }

    private static void writeCalls(Slice list, ByteSink out) {
        ItemIndex calls = ItemIndex.of(list);
        out.ascii("[");
        for (int i = 0; i < Math.min(MAX_FIELDS, calls.count()); i++) {
            writeCall(calls.item(i), out.ascii(i == 0 ? "" : ","));
        }
        out.ascii("]");
    }

    private static void writeCall(Slice call, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        boolean isObject = type(call) == JsonType.OBJECT;
        Slice arguments = isObject ? Members.get(call, "arguments") : null;
        if (arguments != null && type(arguments) == JsonType.OBJECT) {
            Members members = Members.of(arguments);
            while (members.next()) {
                String name = members.keyText();
                String shownText = SHOWN_ARGUMENTS.contains(name) ? findShortText(members.value()) : null;
                jsonObjectWriter.text(name, shownText == null ? "…" : shownText);
            }
        }
        jsonObjectWriter.end();
    }

    private static @Nullable String findShortText(Slice value) {
        boolean isString = type(value) == JsonType.STRING;
        String text = isString ? AnswerParts.unescape(value) : value.utf8();
        return text.length() > MAX_NAME_LENGTH ? null : text;
    }

    private static void writeShape(Slice value, int depth, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        JsonType type = type(value);
        jsonObjectWriter.text("is", type.name().toLowerCase(Locale.ROOT));
        if (type == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            jsonObjectWriter.number("count", items.count());
            if (items.count() > 0 && depth < MAX_DEPTH) {
                writeShape(items.item(0), depth + 1, jsonObjectWriter.name("of"));
            }
        } else if (type == JsonType.OBJECT) {
            writeFields(value, depth, jsonObjectWriter);
        }
        jsonObjectWriter.end();
    }

    private static void writeFields(Slice object, int depth, JsonObjectWriter jsonObjectWriter) {
        Members members = Members.of(object);
        int count = 0;
        JsonObjectWriter inner = depth < MAX_DEPTH ? new JsonObjectWriter(jsonObjectWriter.name("fields")) : null;
        while (members.next()) {
            if (inner != null && count < MAX_FIELDS) {
                String name = members.key().length() > MAX_NAME_LENGTH ? "…" + count : members.keyText();
                writeShape(members.value(), depth + 1, inner.name(name));
            }
            count++;
        }
        if (inner != null) {
            inner.end();
        }
        jsonObjectWriter.number("count", count);
    }
}
