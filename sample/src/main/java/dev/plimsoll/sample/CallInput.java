package dev.plimsoll.sample;

import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments of a call. */
record CallInput(Map<String, Object> arguments, CallToolRequest request) {

    /** Returns the text of an argument, or an empty string if it is absent. */
    String text(String name) {
        Object value = arguments.get(name);
        if (value == null) {
            return "";
        }
        if (!(value instanceof String text)) {
            throw new IllegalArgumentException(name + " must be a string");
        }
        return text;
    }

    int number(String name, int defaultValue, int min, int max) {
        Object value = arguments.getOrDefault(name, defaultValue);
        if (!(value instanceof Number number) || number.longValue() < min || number.longValue() > max) {
            throw new IllegalArgumentException(name + " must be a whole number from " + min + " to " + max);
        }
        return number.intValue();
    }

    /** Returns the token for progress notifications, or null if the client wants none. */
    @Nullable Object progressToken() {
        Map<String, Object> meta = request.meta();
        return meta == null ? null : meta.get("progressToken");
    }
}
