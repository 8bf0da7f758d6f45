package dev.plimsoll.policy;

/** What becomes of a tool call that reads on with other arguments than the result was made with. */
public enum OnChangedArguments {
    /** it reads on */
    IGNORE,
    /** it is refused, and told to leave them out or to call without a cursor */
    ERROR,
    /** the tool runs with the new arguments, if it is read-only */
    RESTART
}
