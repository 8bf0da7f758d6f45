package dev.plimsoll.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorCodeTest {

    /** Checks codes that are guaranteed to users. Changing a line here breaks a guarantee. */
    @ParameterizedTest
    @CsvSource({
        "INVALID_REQUEST, 400",
        "UNAUTHORIZED, 401",
        "FORBIDDEN, 403",
        "TOOL_HELD, 403",
        "NOT_FOUND, 404",
        "RATE_LIMITED, 429",
        "INTERNAL_ERROR, 500",
        "CREDENTIAL_NOT_FOUND, 400",
        "CONNECTOR_NOT_FOUND, 404",
        "ACTION_NOT_FOUND, 404",
        "CURSOR_INVALID, 400",
        "CURSOR_EXPIRED, 410",
        "QUERY_INVALID, 400",
        "QUERY_LIMIT, 422",
        "UPSTREAM_UNAVAILABLE, 502",
        "UPSTREAM_TIMEOUT, 504",
        "RESULT_TOO_LARGE, 413",
        "TOOL_ERROR, 502"
    })
    void hasGuaranteedStatus(ErrorCode code, int status) {
        assertThat(code.status()).isEqualTo(status);
    }
}
