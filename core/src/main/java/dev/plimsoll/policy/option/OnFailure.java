package dev.plimsoll.policy.option;

/** Answer to a call when Plimsoll itself fails (store full, a bug in a shaper). */
public enum OnFailure {
    CUT,
    PASS,
    REFUSE
}
