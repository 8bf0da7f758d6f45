package dev.plimsoll.policy.option;

/** Choice of the calls of a tool whose arguments may contain handles of earlier results. */
public enum HandleUse {
    /** No calls. */
    FALSE,
    /** Calls that change nothing. */
    TRUE,
    /** All calls. */
    WRITE
}
