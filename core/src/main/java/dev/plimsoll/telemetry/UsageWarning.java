package dev.plimsoll.telemetry;

import java.util.Locale;

/** Warning about the use of a tool or session, in an answer. The receipt's reason includes it after the reason of the decision. */
public enum UsageWarning {
    /** equal call repeated, whose result does not fit: the answer first says what works instead */
    REPEATED("called again the same way"),
    /** page after page of a long list, or chunk after chunk of a long text: the answer first says what costs less */
    WALKED("read page after page"),
    /** answer that used up the budget of its session */
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

    /** Returns the reason with this notice appended. */
    public String appendTo(String why) {
        return why + SEPARATOR + reason;
    }

    /** Returns whether this notice is appended to the reason. */
    public boolean isIn(String why) {
        return why.contains(SEPARATOR + reason);
    }
}
