package dev.plimsoll.gateway.http.jetty;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers the errors that Jetty itself reports, such as malformed or oversized requests, in the usual JSON form. */
final class JettyErrors implements Request.Handler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        boolean isClientError = status < 500;
        RefusedException reason = isClientError
                ? new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        status == 431 ? "the header is too long" : "this request cannot be read",
                        "POST one JSON-RPC message to /mcp/NAME")
                : new RefusedException(
                        ErrorCode.INTERNAL_ERROR, "the request could not be processed", "repeat the request");
        int code = isClientError ? ErrorObject.INVALID_REQUEST : ErrorObject.INTERNAL_ERROR;
        byte[] body = Message.error(null, new ErrorObject(code, reason)).bytes().toByteArray();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }
}
