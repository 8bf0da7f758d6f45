package dev.plimsoll.engine.record;

import dev.plimsoll.call.Call;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OnFailure;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.result.PlainCut;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.function.UnaryOperator;

/**
 * End of a call that was refused or failed: the call gets an error, or a fallback in place of its result.
 *
 * @param draft the facts for the receipt, as far as they are known
 */
public record CallFailure(CallRecorder recorder, Call call, ReceiptDraft draft) {

    public FinishedCall refuse(RefusedException refused) {
        return endWith(refused, OutcomeKind.REFUSED);
    }

    /** Ends a call that failed through no fault of the caller, and that has no result to fall back to. */
    public FinishedCall fail(Throwable failure) {
        return new CallFailure(recorder, call, draft.withReason(FallbackCut.cause(failure))).endFailed(failure);
    }

    private FinishedCall endFailed(Throwable failure) {
        if (failure instanceof BudgetTooSmallException) {
            return refuse(new RefusedException(
                            ErrorCode.INVALID_REQUEST, "the budget is too small for this page", "max_tokens: 1000")
                    .detail("argument", "max_tokens"));
        }
        if (failure instanceof StoreException store && store.reason() == StoreException.Reason.VIEWS_FULL) {
            return refuse(new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    "this result has too many stored views; no more can be added",
                    "use one of the cursors that you already have, without other arguments"));
        }
        if (failure instanceof StoreException store && store.reason() == StoreException.Reason.FAILED) {
            return endWith(
                    new RefusedException(
                            ErrorCode.INTERNAL_ERROR,
                            "the store of this result is temporarily unavailable; the cursor stays valid",
                            "read on with the same cursor in a moment"),
                    OutcomeKind.ERROR);
        }
        return endWith(
                new RefusedException(ErrorCode.INTERNAL_ERROR, "this page could not be created", "call the tool again"),
                OutcomeKind.ERROR);
    }

    /**
     * Ends a call whose result could not be stored or shaped. The policy's {@code onFailure} decides whether the result is
     * passed, cut, or refused.
     *
     * @param joiner joins the cut result with a part for an app
     */
    public FinishedCall fallBack(MeasuredResult measured, Throwable failure, UnaryOperator<Slice> joiner) {
        Policy policy = call.effectivePolicy();
        OnFailure configured =
                failure instanceof BudgetTooSmallException ? OnFailure.CUT : policy.get(Policy.ON_FAILURE);
        OnFailure fallback = call.isPartial() && configured == OnFailure.PASS ? OnFailure.CUT : configured;
        String cause = FallbackCut.cause(failure);
        ReceiptDraft draftWithCause = draft.withReason(cause);
        if (fallback == OnFailure.PASS) {
            boolean isValidResult = measured.result().meta() != null && Json.isValid(call.received());
            return isValidResult
                    ? recorder.pass(call, draftWithCause, cause)
                    : recorder.endReplaced(
                            call, draftWithCause, OutcomeKind.PASSED, call.received(), draft.originalTokens());
        }
        if (fallback == OnFailure.REFUSE) {
            return new CallFailure(recorder, call, draftWithCause)
                    .refuse(FallbackCut.refusal(measured.cost(), draft.budget()));
        }
        PlainCut.Cut cutResult = FallbackCut.of(
                measured, failure, policy, draft.budget(), call.request().client());
        return recorder.endReplaced(
                call,
                draftWithCause,
                OutcomeKind.REFUSED,
                joiner.apply(Slice.of(cutResult.result())),
                cutResult.tokens());
    }

    private FinishedCall endWith(RefusedException error, OutcomeKind kind) {
        String reason = draft.reason();
        String reasonWithCode = error.code() + (reason.isEmpty() ? "" : ": " + reason);
        return recorder.endWithError(
                call,
                reason.isEmpty() || kind == OutcomeKind.REFUSED ? draft.withReason(reasonWithCode) : draft,
                kind,
                ErrorAnswer.of(error, call, draft.budget()));
    }
}
