package dev.plimsoll.gateway.telemetry;

/** Reason why a call of a server failed. */
public enum FailureReason {
    NONE,
    UNAVAILABLE,
    TIMEOUT,
    CREDENTIALS,
    /** The server or its tool answered with an error. */
    ANSWERED;

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

    /** Returns whether the server gave no answer. */
    public boolean isUnanswered() {
        return this == UNAVAILABLE || this == TIMEOUT || this == CREDENTIALS;
    }
}
