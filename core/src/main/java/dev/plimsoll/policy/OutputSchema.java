package dev.plimsoll.policy;

/** What becomes of a tool's {@code outputSchema} and structured content when an answer is shaped. */
public enum OutputSchema {
    /** listed as the original or the shaped form */
    WIDEN,
    /** arrays cut inside the declared shape; the header stands in {@code _meta} and in a text block */
    SLICE,
    /** schema and structured part left out */
    STRIP
}
