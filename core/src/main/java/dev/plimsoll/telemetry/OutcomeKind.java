package dev.plimsoll.telemetry;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Outcome of a request: the kind of answer that the client got. */
public enum OutcomeKind {
    PASSED,
    SLIMMED,
    PAGINATED,
    SUMMARIZED,
    CHUNKED,
    PROBED,
    GUIDED,
    TRIMMED,
    RECEIPT,
    READ,
    CACHED,
    INNER,
    REFUSED,
    ERROR;

    /** Returns the outcome that has this name in records; null if there is none. */
    public static @Nullable OutcomeKind find(String recordName) {
        for (OutcomeKind outcomeKind : values()) {
            if (outcomeKind.recordName().equals(recordName)) {
                return outcomeKind;
            }
        }
        return null;
    }

    /** Returns the name in records and metrics. */
    public String recordName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
