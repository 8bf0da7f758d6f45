package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates error codes that are new in 2026-07-28 for legacy clients. */
final class ModernErrors {

    /**
     * The legacy codes of modern errors. Wrong headers are a mistake of the gateway; the other errors concern the
     * client's capabilities or its revision.
     */
    private static final Map<Integer, Integer> LEGACY_CODES = Map.of(
            ErrorObject.HEADER_MISMATCH,
            ErrorObject.INTERNAL_ERROR,
            ErrorObject.MISSING_CAPABILITY,
            ErrorObject.INVALID_PARAMS,
            ErrorObject.UNSUPPORTED_REVISION,
            ErrorObject.INVALID_PARAMS);

    private ModernErrors() {}

    /** Returns the response with a legacy error code. */
    static Message translate(@Nullable String method, Message message) {
        Slice error = message.error();
        int code = ErrorObject.codeOf(message);
        boolean isUnknownResource = "resources/read".equals(method)
                && code == ErrorObject.INVALID_PARAMS
                && error != null
                && namesResource(error);
        Integer newCode = isUnknownResource ? Integer.valueOf(ErrorObject.RESOURCE_NOT_FOUND) : LEGACY_CODES.get(code);
        return newCode == null ? message : message.withErrorCode(newCode);
    }

    /** Returns whether the error names a resource: then it means that the resource is unknown. */
    private static boolean namesResource(Slice error) {
        Slice data = ObjectEdit.objectIn(error, "data");
        return data != null && ObjectEdit.textIn(data, "uri", 65_536) != null;
    }
}
