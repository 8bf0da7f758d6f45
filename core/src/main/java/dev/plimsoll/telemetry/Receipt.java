package dev.plimsoll.telemetry;

import java.util.Objects;

/**
 * Measurements of one result or read. A receipt holds no payload, cursor, or argument.
 *
 * @param reason reason of the decision in a few words; for a fallback, the failure
 * @param answerTokens tokens of the answer, counted as the policy's estimator sets: exact or estimated
 * @param answerBytes bytes of the answer as sent
 * @param originalTokens tokens of the full result, estimated or exact ({@link ReceiptContext#isExact}); 0 for an inner
 *     call ({@link OutcomeKind#INNER})
 * @param originalBytes bytes of the full result as sent
 * @param nanos time spent inside Plimsoll
 * @param context context of the call
 */
public record Receipt(
        String server,
        String tool,
        String caller,
        OutcomeKind outcome,
        String reason,
        long answerTokens,
        long answerBytes,
        long originalTokens,
        long originalBytes,
        long nanos,
        ReceiptContext context) {

    public Receipt {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(context, "context");
    }
}
