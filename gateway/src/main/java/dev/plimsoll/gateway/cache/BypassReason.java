package dev.plimsoll.gateway.cache;

import java.util.Locale;

/** Why results answer no further calls. */
public enum BypassReason {
    /** A tool was called that may have changed something. */
    WRITE,
    /** The server says that something has changed. */
    CHANGE,
    /** The configuration has. */
    RELOAD,
    /** Somebody wants it so. */
    REQUEST;

    /** As metrics spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
