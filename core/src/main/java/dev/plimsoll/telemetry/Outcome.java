package dev.plimsoll.telemetry;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
    CACHED,
    REFUSED,
    ERROR;

    /** The one that records spell so; null when it is none. */
    public static @Nullable Outcome of(String word) {
        for (Outcome outcome : values()) {
            if (outcome.word().equals(word)) {
                return outcome;
            }
        }
        return null;
    }

    /** As records and metrics spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
