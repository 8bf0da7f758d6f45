package dev.plimsoll.policy;

/** Decision about a result. */
public sealed interface Decision {

    /** Returns the budget in force. */
    Budget budget();

    /** Returns the reason in a few words, for telemetry. */
    String reason();

    /** Decision to pass the result unchanged. */
    record Pass(Budget budget, String reason) implements Decision {}

    /** Decision to store the result and to replace it with an answer. */
    record Shape(Budget budget, String reason) implements Decision {}
}
