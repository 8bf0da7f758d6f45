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
    PASS
}
