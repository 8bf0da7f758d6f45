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
        List<ToolArgument> arguments = new ArrayList<>();
        Slice properties = schema == null ? null : member(schema, "properties");
        if (properties == null || Json.type(properties) != JsonType.OBJECT) {
            return arguments;
        }
        Members members = Members.of(properties);
        while (members.next() && arguments.size() < MAX_ARGUMENTS) {
            if (members.key().length() <= MAX_NAME_LENGTH && members.type() == JsonType.OBJECT) {
                Slice argument = members.value();
                arguments.add(new ToolArgument(members.keyText(), description(argument), example(argument)));
            }
        }
        return arguments;
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
            Slice candidate = value != null && Json.type(value) == JsonType.ARRAY ? firstItem(value) : value;
            boolean isScalar = candidate != null
                    && Json.type(candidate) != JsonType.OBJECT
                    && Json.type(candidate) != JsonType.ARRAY;
            if (candidate != null
                    && isScalar
                    && candidate.length() <= MAX_TEXT_LENGTH
                    && Json.type(candidate) != JsonType.NULL) {
                return candidate.utf8();
            }
        }
        return "";
    }

    private static @Nullable Slice firstItem(Slice array) {
        ItemIndex items = ItemIndex.of(array);
        return items.count() == 0 ? null : items.item(0);
    }
}
