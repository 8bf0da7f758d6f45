package dev.plimsoll.gateway.run;

import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;

/**
 * Receives the answers of the sessions of {@code plimsoll run}. It is called on the thread of the request, so it must
 * return quickly.
 */
@FunctionalInterface
public interface AnswerListener {

    /** Listener that does nothing. */
    AnswerListener NONE = (id, receipt, receiptPayload) -> {};

    /**
     * Called after a call was answered.
     *
     * @param id the id of the request in the telemetry
     */
    void onAnswer(long id, Receipt receipt, ReceiptPayload receiptPayload);
}
