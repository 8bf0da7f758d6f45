package dev.plimsoll.policy.option;

/** Counting of a text that repeats the structured content: once (the more expensive of the two), or both. */
public enum CountCopies {
    ONCE,
    SUM
}
