package dev.plimsoll.telemetry;

import java.util.Locale;

/** What an answer said besides, told in the receipt's {@code why}: behind what decided about it. */
public enum ExtraNotice {
    /** the same call again, whose result does not fit: what works instead was said first */
    REPEATED("called again the same way"),
    /** page after page of a long list, or chunk after chunk of a long text: what costs less was said first */
    WALKED("read page after page"),
    /** with this answer the budget of its session was used up */
    SESSION_SPENT("the session's budget is spent");

    private static final String BEHIND = "; ";

    private final String words;

    ExtraNotice(String words) {
        this.words = words;
    }

    /** As metrics spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A reason with this one behind it. */
    public String added(String why) {
        return why + BEHIND + words;
    }

    /** Whether a reason has this one behind it. */
    public boolean in(String why) {
        return why.contains(BEHIND + words);
    }
}
