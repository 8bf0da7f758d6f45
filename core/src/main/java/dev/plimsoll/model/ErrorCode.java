package dev.plimsoll.model;

/** Error code of a request, with its HTTP status. */
public enum ErrorCode {
    INVALID_REQUEST(400),
    UNAUTHORIZED(401),
    FORBIDDEN(403),
    TOOL_HELD(403),
    NOT_FOUND(404),
    CONNECTOR_NOT_FOUND(404),
    ACTION_NOT_FOUND(404),
    RATE_LIMITED(429),
    INTERNAL_ERROR(500),
    CREDENTIAL_NOT_FOUND(400),
    CURSOR_INVALID(400),
    CURSOR_EXPIRED(410),
    QUERY_INVALID(400),
    QUERY_LIMIT(422),
    RESULT_TOO_LARGE(413),
    UPSTREAM_UNAVAILABLE(502),
    UPSTREAM_TIMEOUT(504),
    TOOL_ERROR(502);

    private final int status;

    ErrorCode(int status) {
        this.status = status;
    }

    public int status() {
        return status;
    }
}
