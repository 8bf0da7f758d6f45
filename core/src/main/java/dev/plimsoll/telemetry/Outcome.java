package dev.plimsoll.telemetry;

import java.util.Locale;

/** What became of a request. */
public enum Outcome {
    PASSED,
    PAGINATED,
    SUMMARIZED,
    CHUNKED,
    PROBED,
    GUIDED,
    TRIMMED,
    RECEIPT,
    READ,
    REFUSED,
    ERROR;

    /** As records and metrics spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
