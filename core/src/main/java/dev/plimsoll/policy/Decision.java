package dev.plimsoll.policy;

/** What becomes of a result. */
public sealed interface Decision {

    /** The budget in force. */
    Budget budget();

    /** In a few words, for telemetry. */
    String why();

    /** It goes on as it came. */
    record Pass(Budget budget, String why) implements Decision {}

    /** It is kept, and an answer in this style stands for it. */
    record Shape(Budget budget, Style style, String why) implements Decision {}
}
