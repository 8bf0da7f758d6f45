package dev.plimsoll.policy.option;

/** Choice of the calls of a tool that programs may make. */
public enum ProgramUse {
    /** Calls that change nothing. */
    READ,
    /** All calls; those that may change something run in program order. */
    WRITE
}
