package dev.plimsoll.gateway.era.form;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The levels of log messages. */
public final class LogLevels {

    private static final List<String> ALL =
            List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

    private LogLevels() {}

    /** Returns the level, or null if it does not exist. */
    public static @Nullable String knownOrNull(@Nullable String level) {
        return level != null && ALL.contains(level) ? level : null;
    }

    /** Returns whether a message of this level is at or above the lowest level; false if one of them is null. */
    public static boolean reaches(@Nullable String level, @Nullable String lowestLevel) {
        return level != null && lowestLevel != null && ALL.indexOf(level) >= ALL.indexOf(lowestLevel);
    }
}
