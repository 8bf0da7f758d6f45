package dev.plimsoll.policy;

/** Form of an answer that replaces a result. */
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

    /** Returns whether the answers of this style have their own keys, as the original designs name them. */
    public boolean hasOwnKeys() {
        return this == PROBE || this == LIST || this == GUIDE || this == CURSOR;
    }

    /** Returns whether this style cuts strings, arrays, and nesting at fixed limits, whatever the budget. */
    public boolean trims() {
        return this == TRIM || this == GUIDE;
    }
}
