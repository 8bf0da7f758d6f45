package dev.plimsoll.servlet.message;

import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JSON-RPC message of a client.
 *
 * @param bytes the whole message
 * @param id the id; null for a notification
 * @param method the method; null for a response
 */
record ClientMessage(
        Slice bytes,
        @Nullable Slice id,
        @Nullable String method,
        @Nullable Slice params) {

    private static final List<String> MEMBERS = List.of("jsonrpc", "id", "method", "params", "result", "error");
    private static final List<String> PARAMS = List.of("name", "uri", "arguments");

    /** Reads a message; returns null if the text is not one JSON object. */
    static @Nullable ClientMessage parse(Slice bytes) {
        Envelope envelope = Envelope.parse(bytes);
        if (envelope == null) {
            return null;
        }
        Slice id = envelope.id();
        return new ClientMessage(
                bytes, id == null || Json.type(id) == JsonType.NULL ? null : id, envelope.method(), envelope.params());
    }

    /** Returns whether every parser reads the same message: no member that Plimsoll uses occurs twice. */
    boolean isUnambiguous() {
        return JsonObjects.isUnambiguous(bytes, MEMBERS) && JsonObjects.isUnambiguous(params, PARAMS);
    }

    @Nullable Slice meta() {
        return JsonObjects.findObject(params, "_meta");
    }

    /** Returns the message with other parameters. */
    Slice withParams(Slice newParams) {
        return JsonObjects.withMember(bytes, "params", newParams);
    }
}
