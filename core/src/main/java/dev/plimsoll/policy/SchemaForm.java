package dev.plimsoll.policy;

/** Form of a shaped answer, as a tool's output schema declares it. */
public enum SchemaForm {
    /** An object with the notice, or the tool's own object with the notice inside. */
    WITH_HEADER,
    /** An object with the keys of its style. */
    OWN_KEYS
}
