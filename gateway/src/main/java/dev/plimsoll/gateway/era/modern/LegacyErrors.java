package dev.plimsoll.gateway.era.modern;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates error codes that 2026-07-28 does not have. */
final class LegacyErrors {

    /** The modern codes of legacy errors. */
    private static final Map<Integer, Integer> MODERN_CODES = Map.of(
            ErrorObject.RESOURCE_NOT_FOUND,
            ErrorObject.INVALID_PARAMS,
            ErrorObject.URL_REQUIRED,
            ErrorObject.INTERNAL_ERROR);

    private static final int MAX_URLS = 8;
    private static final int MAX_URL_LENGTH = 8_192;

    private LegacyErrors() {}

    /**
     * Returns the response with a modern error code, or with input requests.
     *
     * @param canRequestUrls whether the client can open URLs and the method allows input requests
     */
    static Message translate(Message message, boolean canRequestUrls) {
        int code = ErrorObject.codeOf(message);
        Slice urlResult = canRequestUrls && code == ErrorObject.URL_REQUIRED ? urlInputRequests(message.error()) : null;
        Slice id = message.id();
        if (urlResult != null && id != null) {
            return Message.result(id, urlResult);
        }
        Integer modernCode = MODERN_CODES.get(code);
        return modernCode == null ? message : message.withErrorCode(modernCode);
    }

    /**
     * Returns a result that asks for the URLs that the user must visit before the call is repeated; null if there are
     * none.
     */
    private static @Nullable Slice urlInputRequests(@Nullable Slice error) {
        Slice data = error == null ? null : ObjectEdit.objectIn(error, "data");
        Slice elicitations = data == null ? null : ObjectEdit.valueIn(data, "elicitations");
        JsonWriter json = new JsonWriter(512).beginObject().string("resultType", "input_required");
        json.beginObject("inputRequests");
        boolean isEmpty = true;
        ItemIndex items =
                elicitations == null || Json.type(elicitations) != JsonType.ARRAY ? null : ItemIndex.of(elicitations);
        for (int i = 0; items != null && i < Math.min(items.count(), MAX_URLS); i++) {
            Slice item = items.item(i);
            if (Json.type(item) == JsonType.OBJECT && ObjectEdit.textIn(item, "url", MAX_URL_LENGTH) != null) {
                isEmpty = false;
                json.beginObject("visit" + i).string("method", "elicitation/create");
                json.raw("params", ObjectEdit.without(item, "elicitationId")).endObject();
            }
        }
        return isEmpty ? null : json.endObject().endObject().slice();
    }
}
