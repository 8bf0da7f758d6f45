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
 * @param argumentNames names of its properties
 * @param required names of the properties that it requires
 * @param isExtensible whether properties can be added without changing the meaning of the schema
 */
record InputSchema(Set<String> argumentNames, List<String> required, boolean isExtensible) {

    /**
     * Keywords whose meaning can change if a property is added: they apply to all properties together, or refer to
     * other schemas.
     */
    private static final Set<String> UNSAFE_KEYWORDS = Set.of(
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

    /** Length above which a keyword is not decoded. No unsafe keyword is that long. */
    private static final int MAX_KEYWORD_LENGTH = 64;

    private static final InputSchema NONE = new InputSchema(Set.of(), List.of(), false);

    InputSchema {
        argumentNames = Set.copyOf(argumentNames);
        required = List.copyOf(required);
    }

    /** Parses the value of {@code inputSchema}; a tool without a valid schema has no arguments. */
    static InputSchema parse(@Nullable Slice schema) {
        if (schema == null || Json.type(schema) != JsonType.OBJECT) {
            return NONE;
        }
        Set<String> argumentNames = new LinkedHashSet<>();
        Set<String> required = new LinkedHashSet<>();
        boolean isExtensible = true;
        Members members = Members.of(schema);
        while (members.next()) {
            String keyword = members.key().length() > MAX_KEYWORD_LENGTH ? "" : members.keyText();
            Slice value = members.value();
            switch (keyword) {
                case "properties" -> isExtensible &= addNames(value, argumentNames);
                case "required" -> isExtensible &= addStrings(value, required);
                case "type" -> isExtensible &= value.contentEquals(Slice.of("\"object\""));
                default -> isExtensible &= !UNSAFE_KEYWORDS.contains(keyword);
            }
        }
        return new InputSchema(argumentNames, List.copyOf(required), isExtensible);
    }

    /** Adds the names of the properties; returns false if the value is not an object. */
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

    /** Adds the strings in the array; returns false if the value is not an array, or has items of other types. */
    private static boolean addStrings(Slice array, Set<String> target) {
        if (Json.type(array) != JsonType.ARRAY) {
            return false;
        }
        ItemIndex items = ItemIndex.of(array);
        boolean hasOtherItem = false;
        for (int i = 0; i < items.count(); i++) {
            boolean isString = Json.type(items.item(i)) == JsonType.STRING;
            hasOtherItem |= !isString;
            if (isString) {
                target.add(JsonText.unescapeToString(Json.stringInside(items.item(i))));
            }
        }
        return !hasOtherItem;
    }
}
