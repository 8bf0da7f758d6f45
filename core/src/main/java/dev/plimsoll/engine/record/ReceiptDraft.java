package dev.plimsoll.engine.record;

import dev.plimsoll.call.Call;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.telemetry.UsageWarning;
import org.jspecify.annotations.Nullable;

/**
 * Facts for the receipt of a call, as far as they are known.
 *
 * @param measured the measured result; null if it is not a complete result
 * @param counted the part of the result that the model reads; receipts report its tokens as those of the
 *     original
 * @param originalTokens the tokens of the original
 * @param originalBytes the bytes of the original
 * @param isExact whether the tokens are counted exactly
 * @param budget the budget of the answer
 * @param reason the reason for the outcome
 * @param items the number of items of the result; -1 if they were not counted
 * @param snapshot the snapshot of the result, or null
 * @param isCheckedForRepeats whether the call was compared with the calls before it
 */
public record ReceiptDraft(
        @Nullable MeasuredResult measured,
        @Nullable MeasuredResult counted,
        long originalTokens,
        long originalBytes,
        boolean isExact,
        Budget budget,
        String reason,
        long items,
        @Nullable OpenSnapshot snapshot,
        boolean isCheckedForRepeats) {

    /** Returns the draft of a call that has just begun. */
    public static ReceiptDraft of(Call call) {
        return new ReceiptDraft(null, null, 0, call.received().length(), false, call.budget(), "", -1, null, false);
    }

    /** Returns the draft of a follow-up read. */
    public static ReceiptDraft ofFollowUpRead(Call call, OpenSnapshot snapshot) {
        return of(call).withSnapshot(snapshot).withOriginalSize(snapshot).withReason("reading on");
    }

    /** Returns a copy with the measured result and the decision. {@code modelPart} is the part that the model reads. */
    public ReceiptDraft with(MeasuredResult completeResult, MeasuredResult modelPart, Decision decision) {
        return new ReceiptDraft(
                completeResult,
                modelPart,
                modelPart.cost().tokens(),
                originalBytes,
                modelPart.cost().isExact(),
                decision.budget(),
                decision.reason(),
                items,
                snapshot,
                isCheckedForRepeats);
    }

    private ReceiptDraft withOriginal(long tokens, long bytes, boolean isExactCount) {
        return new ReceiptDraft(
                measured, counted, tokens, bytes, isExactCount, budget, reason, items, snapshot, isCheckedForRepeats);
    }

    /** Returns a copy with the size of the original that the snapshot states; it may be an estimate. */
    public ReceiptDraft withOriginalSize(OpenSnapshot openSnapshot) {
        return withOriginal(
                openSnapshot.notes().tokens(),
                openSnapshot.bytes(),
                openSnapshot.notes().isExact());
    }

    /** Returns a copy with the exact tokens of the original. */
    ReceiptDraft withExactTokens(long tokens) {
        return withOriginal(tokens, originalBytes, true);
    }

    ReceiptDraft withExact(boolean isExactCount) {
        return withOriginal(originalTokens, originalBytes, isExactCount);
    }

    public ReceiptDraft withReason(String newReason) {
        return new ReceiptDraft(
                measured,
                counted,
                originalTokens,
                originalBytes,
                isExact,
                budget,
                newReason,
                items,
                snapshot,
                isCheckedForRepeats);
    }

    /** Returns a copy with a warning appended to the reason. */
    public ReceiptDraft withWarning(UsageWarning usageWarning) {
        return withReason(usageWarning.appendTo(reason));
    }

    ReceiptDraft withItems(long count) {
        return new ReceiptDraft(
                measured,
                counted,
                originalTokens,
                originalBytes,
                isExact,
                budget,
                reason,
                count,
                snapshot,
                isCheckedForRepeats);
    }

    public ReceiptDraft withSnapshot(OpenSnapshot openSnapshot) {
        return new ReceiptDraft(
                measured,
                counted,
                originalTokens,
                originalBytes,
                isExact,
                budget,
                reason,
                items,
                openSnapshot,
                isCheckedForRepeats);
    }

    /** Returns a copy that records that the call was compared with the calls before it. */
    public ReceiptDraft asCheckedForRepeats() {
        return new ReceiptDraft(
                measured, counted, originalTokens, originalBytes, isExact, budget, reason, items, snapshot, true);
    }
}
