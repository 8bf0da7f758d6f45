package dev.plimsoll.schema;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Root of a tool's {@code inputSchema}.
 *
 * @param arguments names of its properties
 * @param required names that it requires
 * @param extensible whether properties can be added without changing the meaning of the schema
 */
record InputSchema(Set<String> arguments, List<String> required, boolean extensible) {

    /** Keywords that apply to all properties together, or refer to them from elsewhere. */
    private static final Set<String> UNSAFE = Set.of(
            "$ref",
            "$dynamicRef",
            "$recursiveRef",
            "oneOf",
            "anyOf",
            "allOf",
            "not",
            "if",
            "const",
            "enum",
            "unevaluatedProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
            "dependencies");

    private static final int MAX_KEYWORD_LENGTH = 64;
    private static final InputSchema NONE = new InputSchema(Set.of(), List.of(), false);

    InputSchema {
        arguments = Set.copyOf(arguments);
        required = List.copyOf(required);
    }

    static InputSchema of(@Nullable Slice schema) {
        if (schema == null || Json.type(schema) != JsonType.OBJECT) {
            return NONE;
        }
        Set<String> arguments = new LinkedHashSet<>();
        Set<String> required = new LinkedHashSet<>();
        boolean plain = true;
        Members members = Members.of(schema);
        while (members.next()) {
            String keyword = members.key().length() > MAX_KEYWORD_LENGTH ? "" : members.keyText();
            Slice value = members.value();
            switch (keyword) {
                case "properties" -> plain &= addNames(value, arguments);
                case "required" -> plain &= addStrings(value, required);
                case "type" -> plain &= value.contentEquals(Slice.of("\"object\""));
                default -> plain &= !UNSAFE.contains(keyword);
            }
        }
        return new InputSchema(arguments, List.copyOf(required), plain);
    }

    private static boolean addNames(Slice properties, Set<String> target) {
        if (Json.type(properties) != JsonType.OBJECT) {
            return false;
        }
        Members members = Members.of(properties);
        while (members.next()) {
            target.add(members.keyText());
        }
        return true;
    }

    private static boolean addStrings(Slice array, Set<String> target) {
        if (Json.type(array) != JsonType.ARRAY) {
            return false;
        }
        ItemIndex items = ItemIndex.of(array);
        boolean allStrings = true;
        for (int i = 0; i < items.count(); i++) {
            boolean string = Json.type(items.item(i)) == JsonType.STRING;
            allStrings &= string;
            if (string) {
                target.add(JsonText.unescapeToString(Json.stringInside(items.item(i))));
            }
        }
        return allStrings;
    }
}
