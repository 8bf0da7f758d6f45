package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/**
 * JSON-RPC error of a request.
 *
 * @param code the JSON-RPC code
 * @param refusal the error of Plimsoll: code, message, details, and a suggestion
 */
public record ErrorObject(int code, RefusedException refusal) {

    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;

    /** JSON-RPC code for errors that the server defines itself. */
    public static final int SERVER_ERROR = -32000;

    /** The resource does not exist, in legacy revisions. */
    public static final int RESOURCE_NOT_FOUND = -32002;

    /** The user must visit a URL first, in legacy revisions. */
    public static final int URL_REQUIRED = -32042;

    /** Headers of the HTTP request differ from the message, in modern revisions. */
    public static final int HEADER_MISMATCH = -32020;

    /** The client lacks a capability that the request needs, in modern revisions. */
    public static final int MISSING_CAPABILITY = -32021;

    /** The receiver does not support the revision of the request, in modern revisions. */
    public static final int UNSUPPORTED_REVISION = -32022;

    private static final int MAX_CODE_BYTES = 9;

    /**
     * Creates an error. Missing credentials always get the code {@link #SERVER_ERROR}, because neither the
     * client's request nor Plimsoll itself is wrong.
     */
    public ErrorObject {
        code = hasServerErrorCode(refusal) ? SERVER_ERROR : code;
    }

    private static boolean hasServerErrorCode(RefusedException why) {
        return why.code() == ErrorCode.CREDENTIAL_NOT_FOUND;
    }

    /** Creates an error with the JSON-RPC code for an error of Plimsoll. */
    public static ErrorObject of(RefusedException why) {
        boolean isClientError = why.code().status() < 500 && why.code() != ErrorCode.RESULT_TOO_LARGE;
        return new ErrorObject(isClientError ? INVALID_PARAMS : INTERNAL_ERROR, why);
    }

    /** Returns the code in an error response; 0 if the message has none. */
    public static int codeOf(Message response) {
        Slice code = response.errorCode();
        if (code == null || code.length() > MAX_CODE_BYTES) {
            return 0;
        }
        try {
            return Integer.parseInt(code.utf8());
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    void write(JsonWriter json) {
        json.beginObject().number("code", code).string("message", refusal.getMessage());
        Slice data = Slice.of(refusal.json());
        if (hasServerErrorCode(refusal)) {
            writeWithDetails(data, json.name("data"));
        } else {
            json.raw("data", data);
        }
        json.endObject();
    }

    /**
     * Writes the data, with a copy of the error's details at the top level of the data, where clients of other gateways
     * expect them.
     */
    private static void writeWithDetails(Slice data, JsonWriter json) {
        Slice error = Members.get(data, "error");
        Slice details = error == null ? null : Members.get(error, "details");
        json.beginObject();
        writeMembers(data, json);
        writeMembers(details == null ? Slice.of("{}") : details, json);
        json.endObject();
    }

    private static void writeMembers(Slice object, JsonWriter json) {
        Members members = Members.of(object);
        while (members.next()) {
            json.rawMember(members.member());
        }
    }
}
