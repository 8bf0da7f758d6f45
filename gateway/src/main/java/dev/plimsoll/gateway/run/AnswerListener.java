package dev.plimsoll.gateway.run;

import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;

/** Receives the answers of runs. Runs on the thread of the request, so it must be fast. */
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
