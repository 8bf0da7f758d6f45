package dev.plimsoll.policy.option;

/** Handling of a tool call with a cursor whose other arguments differ from those of the stored result. */
public enum OnChangedArguments {
    /** Ignores the changed arguments and reads the stored result. */
    IGNORE,
    /** Refuses, and tells the model to omit them or to call without a cursor. */
    ERROR,
    /** Runs the tool with the new arguments, if it is read-only. */
    RESTART
}
