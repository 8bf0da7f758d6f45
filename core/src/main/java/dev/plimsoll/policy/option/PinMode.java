package dev.plimsoll.policy.option;

/** Handling of a tool whose description, schema, or hints differ from the approved ones. */
public enum PinMode {
    /** Pins nothing. */
    OFF,
    /** Lists the change with a mark, and logs it. */
    WARN,
    /** Lists the tool as approved, and refuses its calls. */
    HOLD
}
