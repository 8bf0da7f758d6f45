package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.http.exchange.HttpService.ServiceRequest;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** The JSON object in the body of a POST request; an empty object if there is no body. */
record RequestBody(Slice json) {

    static final int MAX_BYTES = 64 << 10;

    private static final int MAX_TEXT_BYTES = 1 << 10;

    static RequestBody parse(ServiceRequest request) {
        Slice body = request.body();
        if (body == null || body.isEmpty()) {
            return new RequestBody(Slice.of("{}"));
        }
        Slice trimmed = Json.isValid(body) ? Json.trim(body) : null;
        if (trimmed == null || Json.type(trimmed) != JsonType.OBJECT) {
            throw new RefusedException(
                    ErrorCode.INVALID_REQUEST, "the body is not a JSON object", "send one JSON object");
        }
        return new RequestBody(trimmed);
    }

    /** Returns a string; null if the member is missing or null. Throws if it is something else, or too long. */
    @Nullable String findText(String name) {
        Slice value = ObjectEdit.valueIn(json, name);
        if (value == null || Json.type(value) == JsonType.NULL) {
            return null;
        }
        String text = ObjectEdit.textIn(json, name, MAX_TEXT_BYTES);
        if (text == null) {
            throw invalidMember(name, "must be a string of at most " + MAX_TEXT_BYTES + " bytes");
        }
        return text;
    }

    /** Returns a string; throws if it is missing. */
    String requireText(String name) {
        String text = findText(name);
        if (text == null) {
            throw invalidMember(name, "is missing");
        }
        return text;
    }

    /** Returns an object; throws if it is missing. */
    Slice requireObject(String name) {
        Slice value = ObjectEdit.objectIn(json, name);
        if (value == null) {
            throw invalidMember(name, "is missing or not an object");
        }
        return value;
    }

    /** Returns a member; null if it is missing. */
    @Nullable Slice findMember(String name) {
        return ObjectEdit.valueIn(json, name);
    }

    boolean readFlag(String name, boolean defaultValue) {
        Slice value = ObjectEdit.valueIn(json, name);
        String text = value == null ? String.valueOf(defaultValue) : value.utf8();
        if (!text.equals("true") && !text.equals("false")) {
            throw invalidMember(name, "must be true or false");
        }
        return text.equals("true");
    }

    /**
     * Creates the exception for a member that is not valid.
     *
     * @param problem the end of a sentence that begins with the name, such as "is missing"
     */
    static RefusedException invalidMember(String name, String problem) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, name + " " + problem, "see docs/reference/api.md")
                .detail("argument", name);
    }
}
