package dev.plimsoll.policy;

/** The answers whose JSON is slimmed: written without white space and needless escapes. */
public enum SlimMode {
    /** Answers that are not the whole result, and whole results that fit only if they are slimmed. */
    SHAPED,
    /** Every answer, also a result that passes. */
    ALWAYS,
    /** No answer. */
    NEVER;

    /** Returns whether JSON is slimmed in answers that are not the whole result. */
    public static boolean slimsShaped(Policy policy) {
        return policy.get(Policy.SLIM) != NEVER;
    }
}
