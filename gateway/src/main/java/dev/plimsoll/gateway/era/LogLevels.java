package dev.plimsoll.gateway.era;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How grave what is logged is. */
final class LogLevels {

    private static final List<String> ALL =
            List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

    private LogLevels() {}

    /** Less than zero for what is none. */
    static int of(String level) {
        return ALL.indexOf(level);
    }

    /** Whether something of that level is to be heard by who wants this one; nobody hears who wants none. */
    static boolean reaches(@Nullable String level, @Nullable String wanted) {
        return level != null && wanted != null && of(level) >= of(wanted);
    }
}
