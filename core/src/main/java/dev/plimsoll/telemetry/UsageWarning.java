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

    UsageWarning(String reason) {
        this.reason = reason;
    }

    /** Returns the name in metrics. */
    public String metricName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the reason with this warning appended. */
    public String appendTo(String receiptReason) {
        return receiptReason + SEPARATOR + reason;
    }

    /** Returns whether a reason has this warning appended. */
    public boolean isIn(String receiptReason) {
        return receiptReason.contains(SEPARATOR + reason);
    }
}
