package dev.plimsoll.stored;

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

    /** Returns whether callers must give a value. */
    public boolean isRequired() {
        return defaultValue == null;
    }

    /** Returns the parameter for a list: its name, and its default if it has one. */
    String signature() {
        return defaultValue == null ? name : name + ": " + defaultValue.utf8();
    }
}
