package dev.plimsoll.gateway.era.form;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The levels of log messages. */
public final class LogLevels {

    private static final List<String> ASCENDING_LEVELS =
            List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

    private LogLevels() {}

    /** Returns the level, or null if it does not exist. */
    public static @Nullable String findKnown(@Nullable String level) {
        return level != null && ASCENDING_LEVELS.contains(level) ? level : null;
    }

    /** Returns whether a message of this level is at or above the lowest level; false if one of them is null. */
    public static boolean isAtLeast(@Nullable String level, @Nullable String lowestLevel) {
        return level != null
                && lowestLevel != null
                && ASCENDING_LEVELS.indexOf(level) >= ASCENDING_LEVELS.indexOf(lowestLevel);
    }
}
