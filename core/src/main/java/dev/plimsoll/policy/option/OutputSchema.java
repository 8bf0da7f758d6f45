package dev.plimsoll.policy.option;

/** Handling of a tool's {@code outputSchema} and structured content when an answer is shaped. */
public enum OutputSchema {
    /** Lists a schema that allows the original or the shaped form. */
    WIDEN,
    /** Cuts arrays within the declared schema; the header is in {@code _meta} and in a text block. */
    SLICE,
    /** Omits the schema and the structured content. */
    STRIP
}
