package dev.plimsoll.policy;

/** Choice of the answers whose JSON is slimmed, which means written without white space and needless escapes. */
public enum SlimMode {
    /** Answers that are not the whole result, and whole results that fit only if they are slimmed. */
    SHAPED,
    /** Every answer, also a result that passes. */
    ALWAYS,
    /** No answer. */
    NEVER;

    /** Returns whether JSON is slimmed in answers that are not the whole result. */
    public static boolean isShapedSlim(Policy policy) {
        return policy.get(Policy.SLIM) != NEVER;
    }
}
