package dev.plimsoll.policy.option;

/** Handling of a tool's {@code outputSchema} and structured content when an answer is shaped. */
public enum OutputSchema {
    /** lists a schema that allows the original or the shaped form */
    WIDEN,
    /** cuts arrays within the declared schema; the header is in {@code _meta} and in a text block */
    SLICE,
    /** omits the schema and the structured content */
    STRIP
}
