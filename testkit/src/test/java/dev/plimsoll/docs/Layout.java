package dev.plimsoll.docs;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats JSON for documents. Only white space changes: a short value is on one line, a longer one has a line for each
 * member or item.
 */
final class Layout {

    private static final int WIDTH = 110;

    private Layout() {}

    static String of(Slice json) {
        return lines(json, "");
    }

    static String quoted(String text) {
        return new String(new ByteSink().string(text).toByteArray(), java.nio.charset.StandardCharsets.UTF_8);
    }

    private static String lines(Slice value, String indent) {
        String flat = flat(value);
        List<String> parts = flat.length() + indent.length() <= WIDTH ? List.of() : parts(value, indent + "  ");
        if (parts.isEmpty()) {
            return flat;
        }
        boolean isObject = Json.type(value) == JsonType.OBJECT;
        String inside = String.join(",\n" + indent + "  ", parts);
        return (isObject ? "{" : "[") + "\n" + indent + "  " + inside + "\n" + indent + (isObject ? "}" : "]");
    }

    private static List<String> parts(Slice value, String indent) {
        List<String> parts = new ArrayList<>();
        if (Json.type(value) == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            for (int i = 0; i < items.count(); i++) {
                parts.add(lines(items.item(i), indent));
            }
        } else if (Json.type(value) == JsonType.OBJECT) {
            Members members = Members.of(value);
            while (members.next()) {
                parts.add("\"" + members.key().utf8() + "\": " + lines(members.value(), indent));
            }
        }
        return parts;
    }

    private static String flat(Slice value) {
        List<String> parts = new ArrayList<>();
        if (Json.type(value) == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            for (int i = 0; i < items.count(); i++) {
                parts.add(flat(items.item(i)));
            }
            return "[" + String.join(", ", parts) + "]";
        }
        if (Json.type(value) == JsonType.OBJECT) {
            Members members = Members.of(value);
            while (members.next()) {
                parts.add("\"" + members.key().utf8() + "\": " + flat(members.value()));
            }
            return "{" + String.join(", ", parts) + "}";
        }
        return Json.trim(value).utf8();
    }
}
