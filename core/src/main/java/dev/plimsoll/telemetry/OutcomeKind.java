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
    /** Answer of style {@code receipt}; not the {@link Receipt} of a call. */
    RECEIPT,
    READ,
    CACHED,
    /** Result of a call that Plimsoll made itself, for a program or to collect pages. No client gets it. */
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
