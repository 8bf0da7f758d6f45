package dev.plimsoll.stored;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Type of a parameter, with the names of JSON Schema. */
public enum ParameterType {
    STRING("a string"),
    INTEGER("an integer"),
    NUMBER("a number"),
    BOOLEAN("true or false"),
    ARRAY("an array"),
    OBJECT("an object");

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]+");

    private final String phrase;

    ParameterType(String phrase) {
        this.phrase = phrase;
    }

    /** Returns the type of this name; null if there is none. */
    public static @Nullable ParameterType find(String wireName) {
        for (ParameterType type : values()) {
            if (type.wireName().equals(wireName)) {
                return type;
            }
        }
        return null;
    }

    /** Returns the names of all types. */
    public static List<String> names() {
        return Arrays.stream(values()).map(ParameterType::wireName).toList();
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the allowed values for a message: {@code a string}. */
    public String phrase() {
        return phrase;
    }

    /** Returns whether a JSON value has this type. */
    public boolean isTypeOf(Slice value) {
        JsonType type = Json.type(value);
        return switch (this) {
            case STRING -> type == JsonType.STRING;
            case INTEGER ->
                type == JsonType.NUMBER && WHOLE_NUMBER.matcher(value.utf8()).matches();
            case NUMBER -> type == JsonType.NUMBER;
            case BOOLEAN -> type == JsonType.BOOLEAN;
            case ARRAY -> type == JsonType.ARRAY;
            case OBJECT -> type == JsonType.OBJECT;
        };
    }
}
