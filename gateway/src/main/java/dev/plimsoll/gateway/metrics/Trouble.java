package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.telemetry.Entry;

/** Why a call failed that its server should have answered, in a few words that never grow more. */
final class Trouble {

    private Trouble() {}

    /** Empty: it did not, or that was not the server's doing. */
    static String of(Entry entry) {
        String why = entry.why();
        if (why.startsWith("UPSTREAM_UNAVAILABLE")) {
            return "unavailable";
        }
        if (why.startsWith("UPSTREAM_TIMEOUT")) {
            return "timeout";
        }
        if (why.startsWith("CREDENTIAL_NOT_FOUND")) {
            return "credentials";
        }
        return entry.outcome().equals(Entry.ERROR) ? "answered" : "";
    }
}
