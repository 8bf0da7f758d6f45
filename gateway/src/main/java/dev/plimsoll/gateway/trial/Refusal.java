package dev.plimsoll.gateway.trial;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What the engine says when it cannot answer as asked.
 *
 * @param code as on the wire
 * @param line the message with what is allowed
 */
record Refusal(String code, String line) {

    /** Reads {@code {"error":{"code","message","details":{…,"suggestion"}}}}; null when it is anything else. */
    static @Nullable Refusal in(Slice json) {
        boolean object = Json.isValid(json) && Json.type(json) == JsonType.OBJECT;
        Slice error = object ? Members.get(json, "error") : null;
        String code = text(error, "code");
        String message = text(error, "message");
        if (error == null || code == null || message == null) {
            return null;
        }
        Slice details = Members.get(error, "details");
        String suggestion = text(details, "suggestion");
        return new Refusal(code, suggestion == null || suggestion.isEmpty() ? message : message + " – " + suggestion);
    }

    private static @Nullable String text(@Nullable Slice object, String name) {
        Slice value = object == null ? null : Members.get(object, name);
        return value == null || Json.type(value) != JsonType.STRING ? null : Anatomy.unescaped(value);
    }

    boolean ofTheCursor() {
        return code.equals(ErrorCode.CURSOR_INVALID.name()) || code.equals(ErrorCode.CURSOR_EXPIRED.name());
    }

    boolean ourFault() {
        return code.equals(ErrorCode.INTERNAL_ERROR.name());
    }
}
