package dev.plimsoll.stored;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Parameter of a stored query or program: a variable of its text.
 *
 * @param defaultValue JSON value that applies if a caller gives none; null if a caller must give one
 * @param description may be empty
 */
public record StoredParameter(
        String name, ParameterType type, @Nullable Slice defaultValue, String description) {

    /** Throws {@link IllegalArgumentException} if the default is neither of the type nor null in JSON. */
    public StoredParameter {
        if (defaultValue != null && Json.type(defaultValue) != JsonType.NULL && !type.isTypeOf(defaultValue)) {
            throw new IllegalArgumentException(
                    name + ": default: must be " + type.phrase() + ", the type of the parameter, or null");
        }
    }

    /** Returns whether callers must give a value. */
    public boolean isRequired() {
        return defaultValue == null;
    }

    /** Returns the parameter for a list: its name, and its default if it has one. */
    String signature() {
        return defaultValue == null ? name : name + ": " + defaultValue.utf8();
    }
}
