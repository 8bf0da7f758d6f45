package dev.plimsoll.policy.option;

/** Treatment of a tool that differs from what was approved. */
public enum PinMode {
    /** Pins nothing. */
    OFF,
    /** Lists the change with a mark, and logs it. */
    WARN,
    /** Lists the tool as approved, and refuses its calls. */
    HOLD
}
