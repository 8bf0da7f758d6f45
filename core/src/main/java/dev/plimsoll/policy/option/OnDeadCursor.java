package dev.plimsoll.policy.option;

/** Handling of a tool call whose snapshot has expired or was evicted. */
public enum OnDeadCursor {
    /** Refuses, and tells the model to call without a cursor. */
    ERROR,
    /** Runs the tool again, if it is read-only. */
    RESTART
}
