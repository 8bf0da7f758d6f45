package dev.plimsoll.policy;

/** The form of an answer that is not the whole result. */
public enum Style {
    AUTO,
    PAGE,
    SUMMARY,
    CHUNK,
    TRIM,
    PROBE,
    LIST,
    GUIDE,
    CURSOR,
    RECEIPT,
    PASS;

    /** Whether its answers have keys of their own, as a seed document names them. */
    public boolean literal() {
        return this == PROBE || this == LIST || this == GUIDE || this == CURSOR;
    }

    /** Whether strings, arrays and nesting are cut at fixed limits, whatever the budget. */
    public boolean trims() {
        return this == TRIM || this == GUIDE;
    }
}
