package dev.plimsoll.gateway.http.exchange;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A refused HTTP request: its status, and a JSON-RPC error with the reason and a suggestion. */
public final class HttpErrorException extends Exception {

    private static final long serialVersionUID = 1;
    private static final String RETRY_SECONDS = "10";

    private final int status;
    private final transient Slice body;
    private final transient Slice restBody;
    private final transient Map<String, String> headers = new LinkedHashMap<>();

    private HttpErrorException(int status, String message, Slice body, Slice restBody) {
        super(message, null, false, false);
        this.status = status;
        this.body = body;
        this.restBody = restBody;
    }

    public static HttpErrorException of(int status, ErrorCode code, String message, String suggestion) {
        return of(status, null, ErrorObject.INVALID_REQUEST, new RefusedException(code, message, suggestion));
    }

    /**
     * Creates an error. {@code jsonRpcCode} is the JSON-RPC error code; {@code id} is null if the request's id is
     * unknown.
     */
    public static HttpErrorException of(int status, @Nullable Slice id, int jsonRpcCode, RefusedException reason) {
        return new HttpErrorException(
                status,
                reason.getMessage(),
                Message.error(id, new ErrorObject(jsonRpcCode, reason)).bytes(),
                Slice.of(reason.json()));
    }

    public static HttpErrorException invalidRequest(int status, String message, String suggestion) {
        return of(status, ErrorCode.INVALID_REQUEST, message, suggestion);
    }

    public static HttpErrorException busy(BusyException reason) {
        return of(
                        503,
                        ErrorCode.RATE_LIMITED,
                        String.valueOf(reason.getMessage()),
                        reason.isOverShare()
                                ? "end sessions that you do not use, or wait until your other requests are answered"
                                : "retry later, end unused sessions, or raise " + reason.key())
                .withHeader("Retry-After", RETRY_SECONDS);
    }

    /** Creates the error for headers that differ from the body. */
    public static HttpErrorException mismatch(@Nullable Slice id, String message) {
        return of(
                400,
                id,
                ErrorObject.HEADER_MISMATCH,
                new RefusedException(ErrorCode.INVALID_REQUEST, message, "send headers that match the body"));
    }

    /** Creates the error for a request that lacks parameters that its revision requires. */
    public static HttpErrorException missingParameters(@Nullable Slice id, String message) {
        return of(
                400,
                id,
                ErrorObject.INVALID_PARAMS,
                new RefusedException(ErrorCode.INVALID_REQUEST, message, "add the required _meta members"));
    }

    /** Creates the error for a method that a revision does not have. */
    public static HttpErrorException unknownMethod(@Nullable Slice id, String method, String revision) {
        return of(
                404,
                id,
                ErrorObject.METHOD_NOT_FOUND,
                new RefusedException(
                        ErrorCode.NOT_FOUND,
                        "revision " + revision + " has no method " + method,
                        "a method of this revision, or initialize for an earlier revision"));
    }

    /** Creates the error for an unsupported revision. As specified, {@code data} lists the supported ones. */
    public static HttpErrorException unsupportedRevision(@Nullable Slice id, String requested, String... supported) {
        Slice body = Message.error(id, unsupportedRevisionError(requested, List.of(supported)))
                .bytes();
        return new HttpErrorException(400, unsupportedRevisionMessage(requested), body, body);
    }

    /** Returns the error object for an unsupported revision. */
    public static Slice unsupportedRevisionError(String requested, List<String> supported) {
        JsonWriter json = new JsonWriter().beginObject().number("code", ErrorObject.UNSUPPORTED_REVISION);
        json.string("message", unsupportedRevisionMessage(requested));
        json.beginObject("data").strings("supported", supported);
        return json.string("requested", truncate(requested))
                .endObject()
                .endObject()
                .slice();
    }

    private static String unsupportedRevisionMessage(String requested) {
        return "unsupported protocol revision: " + truncate(requested);
    }

    private static String truncate(String text) {
        return text.length() <= 64 ? text : text.substring(0, 64);
    }

    public HttpErrorException withHeader(String header, String value) {
        headers.put(header, value);
        return this;
    }

    public int status() {
        return status;
    }

    public Slice body() {
        return body;
    }

    /** Returns the body for clients that do not use MCP. */
    public Slice restBody() {
        return restBody;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
