package dev.plimsoll.policy;

/** Decision about a result. */
public sealed interface Decision {

    /** Returns the budget in force. */
    Budget budget();

    /** Returns the reason in a few words, for telemetry. */
    String reason();

    /** Passes the result unchanged. */
    record Pass(Budget budget, String reason) implements Decision {}

    /** Stores the result and replaces it with an answer. */
    record Shape(Budget budget, String reason) implements Decision {}
}
