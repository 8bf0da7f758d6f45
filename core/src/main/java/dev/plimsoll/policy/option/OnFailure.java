package dev.plimsoll.policy.option;

/** Answer to a call when Plimsoll itself fails (store full, a bug in a shaper). */
public enum OnFailure {
    /** The beginning of the result. */
    CUT,
    /** The whole result, however large. */
    PASS,
    /** An error without the result. */
    REFUSE
}
