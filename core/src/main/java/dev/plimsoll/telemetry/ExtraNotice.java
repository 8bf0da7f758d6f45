package dev.plimsoll.telemetry;

import java.util.Locale;

/** Warning about the use of a tool or session, in an answer. The receipt's reason includes it after the reason of the decision. */
public enum ExtraNotice {
    /** equal call repeated, whose result does not fit: the answer first says what works instead */
    REPEATED("called again the same way"),
    /** page after page of a long list, or chunk after chunk of a long text: the answer first says what costs less */
    WALKED("read page after page"),
    /** answer that used up the budget of its session */
    SESSION_SPENT("the session's budget is spent");

    private static final String BEHIND = "; ";

    private final String words;

    ExtraNotice(String words) {
        this.words = words;
    }

    /** Returns the name in metrics. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the reason with this notice appended. */
    public String added(String why) {
        return why + BEHIND + words;
    }

    /** Returns whether this notice is appended to the reason. */
    public boolean in(String why) {
        return why.contains(BEHIND + words);
    }
}
