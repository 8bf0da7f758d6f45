package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.telemetry.Journal;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;

/** Records answers in the telemetry, and passes them on with the ids that they have there. */
record RecordedAnswers(Journal journal, AnswerListener answerListener) implements GuardListener {

    @Override
    public void onGuarded(Receipt receipt) {
        journal.onGuarded(receipt);
    }

    @Override
    public void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
        answerListener.onAnswer(journal.record(receipt, receiptPayload), receipt, receiptPayload);
    }

    @Override
    public void onListed(ListingReceipt listingReceipt) {
        journal.onListed(listingReceipt);
    }
}
