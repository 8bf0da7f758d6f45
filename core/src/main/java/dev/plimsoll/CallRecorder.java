package dev.plimsoll;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import org.jspecify.annotations.Nullable;

/** Starts the state of each call and reports its end to the listener. Exceptions of the listener are ignored. */
final class CallRecorder {

    private final GuardListener listener;
    private final ActiveSessions activeSessions;

    CallRecorder(GuardListener listener, ActiveSessions activeSessions) {
        this.listener = listener;
        this.activeSessions = activeSessions;
    }

    ActiveSessions sessions() {
        return activeSessions;
    }

    /** Returns a recorder that counts sessions in the given ledger. */
    CallRecorder withLedger(SessionLedger ledger) {
        return new CallRecorder(listener, new ActiveSessions(ledger, activeSessions.repeats()));
    }

    CallState begin(ToolCall call, Policy policy, Slice original) {
        return new CallState(this, call, policy, original);
    }

    CallState begin(ToolCall call, RolloutAssignment rolloutAssignment, Slice original) {
        return begin(call, rolloutAssignment.policy().policy(), original).setRollout(rolloutAssignment.rollout());
    }

    void recordListing(ListingReceipt listingReceipt) {
        try {
            listener.onListed(listingReceipt);
        } catch (RuntimeException e) {
            // telemetry must not fail a call
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    GuardedResult record(
            Receipt receipt, ReceiptPayload receiptPayload, @Nullable ElicitationRequest elicitationRequest) {
        try {
            listener.onGuarded(receipt, receiptPayload);
        } catch (RuntimeException e) {
            // telemetry must not fail a call
        }
        return new GuardedResult(receiptPayload.answer(), receipt, elicitationRequest);
    }
}
