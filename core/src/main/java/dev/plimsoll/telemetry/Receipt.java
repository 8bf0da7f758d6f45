package dev.plimsoll.telemetry;

import java.util.Objects;

/**
 * What happened to one result or reading, in numbers. Holds no payload, cursor or argument.
 *
 * @param why the decision in a few words; for a fallback, what failed
 * @param answerTokens of the answer, by the policy's count
 * @param answerBytes of the answer on the wire
 * @param originalTokens estimate of the whole result
 * @param originalBytes of the whole result on the wire
 * @param nanos spent inside Plimsoll
 * @param circumstances what it belongs to
 */
public record Receipt(
        String server,
        String tool,
        String caller,
        OutcomeKind outcome,
        String why,
        long answerTokens,
        long answerBytes,
        long originalTokens,
        long originalBytes,
        long nanos,
        ReceiptContext circumstances) {

    public Receipt {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(circumstances, "circumstances");
    }
}
