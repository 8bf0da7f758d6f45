package dev.plimsoll.gateway.telemetry;

/** Why a call failed that its server should have answered. */
public enum FailureReason {
    NONE,
    UNAVAILABLE,
    TIMEOUT,
    CREDENTIALS,
    /** The server, or its tool, answered that it failed. */
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

    /** Whether the server gave no answer of its own. */
    public boolean silent() {
        return this == UNAVAILABLE || this == TIMEOUT || this == CREDENTIALS;
    }
}
