package dev.plimsoll.policy.option;

/** Rule for asking the client's user before a program calls a tool that writes. */
public enum Consent {
    /** The user sees the tool and its arguments, and has to agree. */
    ASK,
    /** The user is not asked. */
    NONE
}
