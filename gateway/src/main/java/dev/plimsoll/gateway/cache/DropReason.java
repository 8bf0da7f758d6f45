package dev.plimsoll.gateway.cache;

import java.util.Locale;

/** Reason why stored results are dropped. */
public enum DropReason {
    /** A tool was called that may have changed data. */
    WRITE,
    /** The server reported a change. */
    CHANGE,
    /** The configuration has changed. */
    RELOAD,
    /** An operator requested the removal. */
    REQUEST;

    /** Returns the name in metrics. */
    public String metricName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
