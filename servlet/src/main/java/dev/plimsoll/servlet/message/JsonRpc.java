package dev.plimsoll.servlet.message;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Writes JSON-RPC responses. */
public final class JsonRpc {

    public static final int PARSE_ERROR = -32_700;
    public static final int INVALID_REQUEST = -32_600;
    static final int INVALID_PARAMS = -32_602;
    static final int INTERNAL_ERROR = -32_603;
    /** Code for a resource that does not exist, in revisions before 2026-07-28. */
    static final int RESOURCE_NOT_FOUND = -32_002;

    private JsonRpc() {}

    static Slice result(Slice id, Slice result) {
        return begin(id, result.length()).raw("result", result).endObject().slice();
    }

    static Slice error(Slice id, int code, RefusedException refused) {
        return error(id, code, String.valueOf(refused.getMessage()), Slice.of(refused.json()));
    }

    /** Returns the error response to a request whose id is unknown, for example because its body cannot be read. */
    public static Slice error(int code, String message) {
        return error(null, code, message, null);
    }

    private static Slice error(@Nullable Slice id, int code, String message, @Nullable Slice data) {
        JsonWriter json =
                begin(id, 256).beginObject("error").number("code", code).string("message", message);
        if (data != null) {
            json.raw("data", data);
        }
        return json.endObject().endObject().slice();
    }

    private static JsonWriter begin(@Nullable Slice id, int capacity) {
        JsonWriter json = new JsonWriter(capacity + 64).beginObject().string("jsonrpc", "2.0");
        return id == null ? json.nullValue("id") : json.raw("id", id);
    }
}
