package dev.plimsoll.policy;

/** What becomes of a tool call whose cursor leads nowhere any more. */
public enum OnDeadCursor {
    /** it is refused, and told to call without one */
    ERROR,
    /** the tool runs again, if it is read-only */
    RESTART
}
