package dev.plimsoll.gateway.telemetry;

/** Reason why a call to a server failed. */
public enum FailureReason {
    NONE,
    UNAVAILABLE,
    TIMEOUT,
    CREDENTIALS,
    /** The server or its tool answered with an error. */
    ANSWERED;

    /** Returns the reason in an entry; {@code NONE} if the call did not fail. */
    public static FailureReason of(TelemetryEntry telemetryEntry) {
        String why = telemetryEntry.why();
        if (why.startsWith("UPSTREAM_UNAVAILABLE")) {
            return UNAVAILABLE;
        }
        if (why.startsWith("UPSTREAM_TIMEOUT")) {
            return TIMEOUT;
        }
        if (why.startsWith("CREDENTIAL_NOT_FOUND")) {
            return CREDENTIALS;
        }
        return telemetryEntry.outcome().equals(TelemetryEntry.ERROR) ? ANSWERED : NONE;
    }

    /** Returns whether the call got no response from the server. */
    public boolean isUnanswered() {
        return this == UNAVAILABLE || this == TIMEOUT || this == CREDENTIALS;
    }
}
