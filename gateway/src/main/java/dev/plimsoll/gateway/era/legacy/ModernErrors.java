package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates error codes that are new in 2026-07-28 for legacy clients. */
final class ModernErrors {

    private static final int RESOURCE_NOT_FOUND = -32_002;
    private static final String INVALID_PARAMS = Integer.toString(ErrorObject.INVALID_PARAMS);

    /**
     * The legacy codes of modern errors. Wrong headers are a mistake of the gateway; the other errors concern the
     * client's capabilities or its revision.
     */
    private static final Map<String, Integer> LEGACY_CODES = Map.of(
            "-32020",
            ErrorObject.INTERNAL_ERROR,
            "-32021",
            ErrorObject.INVALID_PARAMS,
            "-32022",
            ErrorObject.INVALID_PARAMS);

    private ModernErrors() {}

    /** Returns the response with a legacy error code. */
    static Message translate(@Nullable String method, Message message) {
        Slice error = message.error();
        Slice code = message.errorCode();
        if (error == null || code == null) {
            return message;
        }
        Integer legacyCode = LEGACY_CODES.get(code.utf8());
        boolean isUnknownResource =
                "resources/read".equals(method) && code.utf8().equals(INVALID_PARAMS) && namesResource(error);
        Integer newCode = isUnknownResource ? Integer.valueOf(RESOURCE_NOT_FOUND) : legacyCode;
        return newCode == null ? message : message.withErrorCode(newCode);
    }

    /** Returns whether the error names a resource: then it means that the resource is unknown. */
    private static boolean namesResource(Slice error) {
        Slice data = ObjectEdit.objectIn(error, "data");
        return data != null && ObjectEdit.textIn(data, "uri", 65_536) != null;
    }
}
