package dev.plimsoll.model;

import dev.plimsoll.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Refusal of a request. It states the error, where it is, the allowed values, and what the caller can do
 * instead.
 */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final transient Map<String, Object> details = new LinkedHashMap<>();

    public RefusedException(ErrorCode code, String message, String suggestion) {
        super(message);
        this.code = code;
        details.put("suggestion", suggestion);
    }

    /** Adds a detail before the suggestion. */
    public RefusedException detail(String name, String value) {
        return putDetail(name, value);
    }

    /** Adds a numeric detail before the suggestion. */
    public RefusedException detail(String name, long value) {
        return putDetail(name, value);
    }

    /** Returns a copy with another message. */
    public RefusedException withMessage(String newMessage) {
        RefusedException copy = new RefusedException(code, newMessage, "");
        copy.details.clear();
        copy.details.putAll(details);
        return copy;
    }

    /** Returns a copy with another suggestion. */
    public RefusedException withSuggestion(String newSuggestion) {
        RefusedException copy = withMessage(getMessage());
        copy.details.put("suggestion", newSuggestion);
        return copy;
    }

    /** Returns what the caller can do instead. */
    public String suggestion() {
        return String.valueOf(details.get("suggestion"));
    }

    /** Returns whether a detail of this name was added. */
    public boolean hasDetail(String name) {
        return details.containsKey(name);
    }

    private RefusedException putDetail(String name, Object value) {
        Object suggestion = details.remove("suggestion");
        details.put(name, value);
        details.put("suggestion", suggestion == null ? "" : suggestion);
        return this;
    }

    public ErrorCode code() {
        return code;
    }

    @Override
    public String getMessage() {
        String message = super.getMessage();
        return message == null ? code.name() : message;
    }

    /** Returns {@code {"error":{"code","message","details":{…,"suggestion"}}}}. */
    public byte[] json() {
        JsonWriter json = new JsonWriter().beginObject().beginObject("error");
        json.string("code", code.name()).string("message", getMessage()).beginObject("details");
        details.forEach((name, value) -> {
            if (value instanceof Long number) {
                json.number(name, number);
            } else {
                json.string(name, value.toString());
            }
        });
        return json.endObject().endObject().endObject().toByteArray();
    }
}
