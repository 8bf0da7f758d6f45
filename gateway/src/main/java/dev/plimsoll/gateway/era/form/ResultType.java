package dev.plimsoll.gateway.era.form;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** The member {@code resultType} of the results of modern servers. */
public final class ResultType {

    private static final int MAX_LENGTH = 64;

    private ResultType() {}

    /** Returns the {@code resultType} of a response, or null if it has none. */
    public static @Nullable String find(Message response) {
        Slice value = response.findInResult("resultType");
        boolean isText = value != null && Json.type(value) == JsonType.STRING && value.length() <= MAX_LENGTH;
        return isText && value != null ? JsonText.unescapeToString(Json.stringInside(value)) : null;
    }

    /** Returns whether the server requests input from the client before it returns a complete result. */
    public static boolean isInputRequired(Message response) {
        return "input_required".equals(find(response));
    }
}
