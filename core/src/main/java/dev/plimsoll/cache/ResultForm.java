package dev.plimsoll.cache;

/** What a result may hold, by the revision of who asked for it. One of a later form can be made one of an earlier. */
public enum ResultForm {
    /** Before 2025-06-18: content blocks alone. */
    OLD,
    /** 2025-06-18 and 2025-11-25. */
    CURRENT,
    /** 2026-07-28 and later: it says what kind of result it is, and its structured content may be any value. */
    MODERN;

    /** Whether a result of this form has all that one of the other could have. */
    public boolean serves(ResultForm other) {
        return this != OLD || other == OLD;
    }
}
