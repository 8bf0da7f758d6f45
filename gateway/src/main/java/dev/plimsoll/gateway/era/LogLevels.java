package dev.plimsoll.gateway.era;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The levels of log messages. */
final class LogLevels {

    private static final List<String> ALL =
            List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

    private LogLevels() {}

    /** Returns the index of a level, or -1 if it does not exist. */
    static int indexOf(String level) {
        return ALL.indexOf(level);
    }

    /** Returns the level, or null if it does not exist. */
    static @Nullable String knownOrNull(@Nullable String level) {
        return level != null && indexOf(level) >= 0 ? level : null;
    }

    /** Returns whether a message of this level is at or above the lowest level; false if one of them is null. */
    static boolean reaches(@Nullable String level, @Nullable String lowestLevel) {
        return level != null && lowestLevel != null && indexOf(level) >= indexOf(lowestLevel);
    }
}
