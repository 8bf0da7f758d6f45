package dev.plimsoll.policy;

/** Answer to a call when Plimsoll itself fails (store full, a bug in a shaper). */
public enum OnFailure {
    CUT,
    PASS,
    REFUSE
}
