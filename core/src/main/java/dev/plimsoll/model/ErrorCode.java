package dev.plimsoll.model;

/**
 * Error code of a request, with its HTTP status. Published codes do not change, even where other words are
 * used today.
 */
public enum ErrorCode {
    INVALID_REQUEST(400),
    UNAUTHORIZED(401),
    FORBIDDEN(403),
    /** The tool differs from the approved one, and the policy holds it. */
    TOOL_HELD(403),
    NOT_FOUND(404),
    /** There is no such server. */
    CONNECTOR_NOT_FOUND(404),
    /** There is no such tool. */
    ACTION_NOT_FOUND(404),
    RATE_LIMITED(429),
    INTERNAL_ERROR(500),
    /** The server requires credentials that Plimsoll does not have. */
    CREDENTIAL_NOT_FOUND(400),
    CURSOR_INVALID(400),
    CURSOR_EXPIRED(410),
    QUERY_INVALID(400),
    QUERY_LIMIT(422),
    RESULT_TOO_LARGE(413),
    UPSTREAM_UNAVAILABLE(502),
    UPSTREAM_TIMEOUT(504),
    /** In a program: the called tool returned an error. */
    TOOL_ERROR(502);

    private final int status;

    ErrorCode(int status) {
        this.status = status;
    }

    public int status() {
        return status;
    }
}
