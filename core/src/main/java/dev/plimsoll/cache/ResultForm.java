package dev.plimsoll.cache;

/**
 * Form of a result by the protocol revision of the requester. Results of the forms {@link #CURRENT} and {@link #MODERN}
 * can be converted to any form; a result of the form {@link #OLD} cannot be converted.
 */
public enum ResultForm {
    /** Revisions before 2025-06-18: only content blocks. */
    OLD,
    /** Revisions 2025-06-18 and 2025-11-25. */
    CURRENT,
    /** Revision 2026-07-28 and later: the result has a type, and its structured content may be any value. */
    MODERN;

    /** Returns whether a result of this form, converted if necessary, can answer a call that needs the other form. */
    public boolean canAnswer(ResultForm other) {
        return this != OLD || other == OLD;
    }
}
