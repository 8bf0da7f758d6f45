package dev.plimsoll.policy;

/** What a call gets when Plimsoll itself fails (store full, a bug in a shaper). */
public enum OnFailure {
    CUT,
    PASS,
    REFUSE
}
