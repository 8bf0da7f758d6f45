package dev.plimsoll.policy.option;

/** Handling of a tool whose description, schema, or hints differ from the approved ones. */
public enum PinMode {
    /** Pins nothing. */
    OFF,
    /** Lists the changed tool with a mark, and logs the change. */
    WARN,
    /** Lists the approved entry of the tool, and refuses its calls. */
    HOLD
}
