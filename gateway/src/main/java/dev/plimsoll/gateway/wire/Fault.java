package dev.plimsoll.gateway.wire;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/**
 * Why a request has no result.
 *
 * @param code as the specification numbers them
 * @param why what our own errors say everywhere: code, message, details with the one call that will work
 */
public record Fault(int code, RefusedException why) {

    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;

    /** The specification's code for one of ours. */
    public static Fault of(RefusedException why) {
        boolean theirs = why.code().status() < 500 && why.code() != ErrorCode.RESULT_TOO_LARGE;
        return new Fault(theirs ? INVALID_PARAMS : INTERNAL_ERROR, why);
    }

    void write(ByteSink out) {
        out.ascii("{\"code\":").number(code).ascii(",\"message\":").string(why.getMessage());
        out.ascii(",\"data\":").raw(Slice.of(why.json())).ascii("}");
    }
}
