package dev.plimsoll.telemetry;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What became of a request. */
public enum OutcomeKind {
    PASSED,
    PAGINATED,
    SUMMARIZED,
    CHUNKED,
    PROBED,
    GUIDED,
    TRIMMED,
    RECEIPT,
    READ,
    CACHED,
    REFUSED,
    ERROR;

    /** The one that records spell so; null when it is none. */
    public static @Nullable OutcomeKind of(String word) {
        for (OutcomeKind outcomeKind : values()) {
            if (outcomeKind.word().equals(word)) {
                return outcomeKind;
            }
        }
        return null;
    }

    /** As records and metrics spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
