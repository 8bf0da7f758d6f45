package dev.plimsoll.telemetry;

import java.util.Locale;

/** Warning in an answer about the use of a tool or session. It is appended to the reason in the receipt. */
public enum UsageWarning {
    /** An equal call was repeated, and its result does not fit. The answer first says which call works better. */
    REPEATED("called again the same way"),
    /** A long list or text was read page after page. The answer first says which call costs less. */
    WALKED("read page after page"),
    /** The answer used up the budget of its session. */
    SESSION_SPENT("the session's budget is spent");

    private static final String SEPARATOR = "; ";

    private final String reason;

    UsageWarning(String words) {
        this.reason = words;
    }

    /** Returns the name in metrics. */
    public String metricName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the reason with this warning appended. */
    public String appendTo(String why) {
        return why + SEPARATOR + reason;
    }

    /** Returns whether this warning is appended to the reason. */
    public boolean isIn(String why) {
        return why.contains(SEPARATOR + reason);
    }
}
