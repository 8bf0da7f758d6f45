package dev.plimsoll.policy;

/** How a text that repeats the structured content counts: once (the dearer one), or both. */
public enum CountCopies {
    ONCE,
    SUM
}
