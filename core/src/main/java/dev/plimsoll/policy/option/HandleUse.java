package dev.plimsoll.policy.option;

/** Calls of a tool whose arguments may have handles of earlier results. */
public enum HandleUse {
    /** No calls. */
    FALSE,
    /** Calls that change nothing. */
    TRUE,
    /** All calls. */
    WRITE
}
