package dev.plimsoll.policy.option;

/** Form of a shaped answer, as a tool's output schema declares it. */
public enum SchemaForm {
    /** An object with the header and the data under {@code value} or {@code items}. */
    WITH_HEADER,
    /** The form with the header, or the tool's own object with the header as one more member. */
    HEADER_INSIDE,
    /** An object with the keys of its style. */
    OWN_KEYS
}
