package dev.plimsoll.schema;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolArgument;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arguments that a tool declares in its {@code inputSchema}, each with a short description. Only the first
 * 30 are read.
 */
final class DeclaredArguments {

    private static final int MAX_ARGUMENTS = 30;
    private static final int MAX_NAME_LENGTH = 64;
    private static final int MAX_TEXT_LENGTH = 80;

    private DeclaredArguments() {}

    static List<ToolArgument> parse(@Nullable Slice schema) {
        List<ToolArgument> found = new ArrayList<>();
        Slice properties = schema == null ? null : member(schema, "properties");
        if (properties == null || Json.type(properties) != JsonType.OBJECT) {
            return found;
        }
        Members members = Members.of(properties);
        while (members.next() && found.size() < MAX_ARGUMENTS) {
            if (members.key().length() <= MAX_NAME_LENGTH && members.type() == JsonType.OBJECT) {
                Slice argument = members.value();
                found.add(new ToolArgument(members.keyText(), description(argument), example(argument)));
            }
        }
        return found;
    }

    private static @Nullable Slice member(Slice object, String name) {
        return Json.type(object) == JsonType.OBJECT ? Members.get(object, name) : null;
    }

    private static String description(Slice argument) {
        Slice description = member(argument, "description");
        if (description == null || Json.type(description) != JsonType.STRING) {
            return "";
        }
        String line = JsonText.unescapeToString(Json.stringInside(description))
                .strip()
                .lines()
                .findFirst()
                .orElse("");
        return line.codePointCount(0, line.length()) <= MAX_TEXT_LENGTH
                ? line
                : line.substring(0, line.offsetByCodePoints(0, MAX_TEXT_LENGTH)) + "…";
    }

    /**
     * Returns a short scalar that the schema gives as an example, an allowed value, or a default, as JSON; empty if
     * there is none.
     */
    private static String example(Slice argument) {
        for (String keyword : List.of("examples", "enum", "default")) {
            Slice value = member(argument, keyword);
            Slice first = value != null && Json.type(value) == JsonType.ARRAY ? first(value) : value;
            boolean isScalar =
                    first != null && Json.type(first) != JsonType.OBJECT && Json.type(first) != JsonType.ARRAY;
            if (first != null && isScalar && first.length() <= MAX_TEXT_LENGTH && Json.type(first) != JsonType.NULL) {
                return first.utf8();
            }
        }
        return "";
    }

    private static @Nullable Slice first(Slice array) {
        ItemIndex items = ItemIndex.of(array);
        return items.count() == 0 ? null : items.item(0);
    }
}
