package dev.plimsoll.engine.record;

import dev.plimsoll.call.CacheHitInfo;
import dev.plimsoll.call.Call;
import dev.plimsoll.call.ElicitationRequest;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.result.SlimmedResult;
import dev.plimsoll.engine.result.StrippedResult;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.CountCopies;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.shape.result.AnswerMeta;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptContext;
import dev.plimsoll.telemetry.ReceiptPayload;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.UsageWarning;
import dev.plimsoll.tokens.Estimator;
import org.jspecify.annotations.Nullable;

/**
 * Starts calls, and ends them in one of several ways: counts the answer for the session, creates the outcome with its
 * receipt, and reports it to the listener. Exceptions of the listener are ignored.
 */
public record CallRecorder(GuardListener listener, ActiveSessions sessions) {

    /** The answer with which a call ends. */
    private record FinalAnswer(
            SegmentedText result,
            OutcomeKind kind,
            long tokens,
            @Nullable ElicitationRequest elicitation,
            @Nullable RefusedException error) {

        FinalAnswer(SegmentedText result, OutcomeKind kind, long tokens) {
            this(result, kind, tokens, null, null);
        }

        FinalAnswer with(SegmentedText otherResult) {
            return new FinalAnswer(otherResult, kind, tokens, elicitation, error);
        }

        Outcome outcome(SegmentedText sentResult, Receipt receipt) {
            return switch (kind) {
                case PASSED, INNER -> new Outcome.Passed(sentResult, receipt);
                case SLIMMED -> new Outcome.Slimmed(sentResult, receipt);
                case READ -> new Outcome.Read(sentResult, receipt);
                case REFUSED -> new Outcome.Refused(sentResult, receipt, error);
                case ERROR -> new Outcome.Failed(sentResult, receipt, error);
                default -> new Outcome.Shaped(sentResult, receipt, elicitation);
            };
        }
    }

    /** Begins a call with the session's allowance for its answer. */
    public Call begin(ToolCall request, Policies policies, ToolPolicy configured, Rollout rollout, Slice received) {
        Allowance allowance = sessions.allowance(request, configured.policy());
        return Call.create(request, policies, configured, rollout, allowance, received);
    }

    /** Begins a follow-up read; its policy becomes known only when the result is found. */
    public Call beginRead(ToolCall request, Policies policies, Slice received) {
        return begin(request, policies, new ToolPolicy(policies.base(), false), Rollout.NONE, received);
    }

    public Call begin(ToolCall request, Policies policies, RolloutAssignment assignment, Slice received) {
        return begin(request, policies, assignment.policy(), assignment.rollout(), received);
    }

    public void recordListing(ListingReceipt listingReceipt) {
        try {
            listener.onListed(listingReceipt);
        } catch (RuntimeException e) {
            // telemetry must not fail a call
        }
    }

    /** Reports a query that a caller wrote. */
    public void recordQuery(ToolCall origin, String query, Slice args) {
        try {
            listener.onQuery(origin.server(), origin.tool(), query, args);
        } catch (RuntimeException | StackOverflowError e) {
            // telemetry must not fail a call
        }
    }

    /** Ends the call with the received bytes, without counting their tokens. */
    public FinishedCall passUnmeasured(Call call, ReceiptDraft draft, String reason) {
        SegmentedText received = SegmentedText.of(call.received());
        return finish(call, draft.withReason(reason), new FinalAnswer(received, OutcomeKind.PASSED, 0));
    }

    /** Ends the call with the received bytes, and counts their tokens for the session's budget. */
    public FinishedCall passUnchanged(Call call, ReceiptDraft draft, String reason) {
        SegmentedText received = SegmentedText.of(call.received());
        long tokens = draft.originalTokens();
        return finish(
                call,
                withSpentWarning(draft.withReason(reason), call.allowance(), spend(call, tokens)),
                new FinalAnswer(received, OutcomeKind.PASSED, tokens));
    }

    /**
     * Ends an inner call with the received bytes. No model reads them, so their tokens do not count, and the call
     * does not end a sequence of equal calls.
     */
    public FinishedCall passInner(Call call, ReceiptDraft draft) {
        return finish(
                call,
                draft.asCheckedForRepeats(),
                new FinalAnswer(SegmentedText.of(call.received()), OutcomeKind.INNER, 0));
    }

    /** Ends the call with the original result; only the budget is added to its {@code _meta}. */
    public FinishedCall pass(Call call, ReceiptDraft draft, String reason) {
        MeasuredResult measured = draft.measured();
        if (measured == null) {
            return passUnmeasured(call, draft, reason);
        }
        long tokens = draft.originalTokens();
        SegmentedText result = AnswerMeta.withBudgetMeta(
                measured.result(),
                call.effectivePolicy(),
                tokens,
                draft.budget().tokens());
        return end(call, draft.withReason(reason), new FinalAnswer(result, OutcomeKind.PASSED, tokens));
    }

    /** Ends the call with the original result and a cursor to its snapshot in {@code _meta}. */
    public FinishedCall passWithCursor(Call call, ReceiptDraft draft, String cursor) {
        MeasuredResult measured = draft.measured();
        OpenSnapshot snapshot = draft.snapshot();
        if (measured == null || snapshot == null) {
            return pass(call, draft, draft.reason());
        }
        long tokens = draft.originalTokens();
        SegmentedText result = AnswerMeta.withCursor(
                measured.result(),
                call.effectivePolicy(),
                tokens,
                draft.budget().tokens(),
                snapshot.snapshot().takenAt(),
                cursor);
        return end(call, draft, new FinalAnswer(result, OutcomeKind.PASSED, tokens));
    }

    /** Ends the call with the complete result, except for the removed members. */
    public FinishedCall endStripped(
            Call call, ReceiptDraft draft, StrippedResult stripped, AnswerMeta.RemovedMembers removed) {
        MeasuredResult modelPart = stripped.modelPart();
        long tokens = modelPart.cost().tokens();
        SegmentedText result = AnswerMeta.withBudgetMeta(
                stripped.withoutMembers().result(),
                call.effectivePolicy(),
                tokens,
                draft.budget().tokens(),
                removed);
        return end(
                call,
                draft.withExact(draft.isExact() && modelPart.cost().isExact())
                        .withReason("production.strip removed " + removed.members()),
                new FinalAnswer(result, OutcomeKind.TRIMMED, tokens));
    }

    /** Ends the call with the whole result, slimmed. */
    public FinishedCall endSlimmed(Call call, ReceiptDraft draft, SlimmedResult slimmed, SegmentedText answer) {
        return end(
                call,
                draft.withReason(slimmed.reason()),
                new FinalAnswer(answer, OutcomeKind.SLIMMED, slimmed.tokens()));
    }

    /**
     * Ends the call with a shaped answer, or with the original result if the answer is complete.
     */
    public FinishedCall endShaped(Call call, ReceiptDraft draft, FinishedAnswer answer) {
        if (!call.isFollowUpRead() && answer.isComplete() && isWithinBytes(call, draft)) {
            // the estimate was too high: the exact count is within the budget
            return pass(call, draft.withExactTokens(answer.tokens()), "within the budget, counted exactly");
        }
        ReceiptDraft draftWithItems = draft.withItems(answer.items());
        return end(
                call,
                answer.hasAdviceAgainstPaging() ? draftWithItems.withWarning(UsageWarning.WALKED) : draftWithItems,
                new FinalAnswer(
                        SegmentedText.of(answer.result()),
                        call.isFollowUpRead() ? OutcomeKind.READ : answer.outcome(),
                        answer.tokens(),
                        answer.elicitation(),
                        null));
    }

    /**
     * Returns whether the result is within the byte limit. Even a complete answer may not be: the result may
     * have a copy with more white space.
     */
    private static boolean isWithinBytes(Call call, ReceiptDraft draft) {
        MeasuredResult counted = draft.counted();
        return counted == null
                || counted.bytes(call.effectivePolicy()) <= draft.budget().bytes();
    }

    /** Records a protocol error of the server, which is forwarded unchanged. */
    public FinishedCall recordServerError(Call call) {
        return finish(
                call,
                ReceiptDraft.of(call).withReason("the server returned a protocol error"),
                new FinalAnswer(SegmentedText.of(call.received()), OutcomeKind.ERROR, 0));
    }

    /** Ends the call with an answer that reports the error. */
    FinishedCall endWithError(Call call, ReceiptDraft draft, OutcomeKind kind, ErrorAnswer answer) {
        return end(
                call,
                draft.withExact(false),
                new FinalAnswer(SegmentedText.of(answer.result()), kind, answer.tokens(), null, answer.error()));
    }

    /** Ends the call with an answer in place of the result. The tokens of this answer are not counted exactly. */
    FinishedCall endReplaced(Call call, ReceiptDraft draft, OutcomeKind kind, Slice answer, long tokens) {
        return end(call, draft.withExact(false), new FinalAnswer(SegmentedText.of(answer), kind, tokens));
    }

    /** Ends the call, and counts the answer for the session's budget. */
    private FinishedCall end(Call call, ReceiptDraft draft, FinalAnswer answer) {
        Allowance newAllowance = spend(call, answer.tokens());
        if (newAllowance == null) {
            return finish(call, draft, answer);
        }
        return finish(
                call,
                withSpentWarning(draft, call.allowance(), newAllowance),
                answer.with(AnswerMeta.withSessionBudget(
                        answer.result(), newAllowance.budget(), newAllowance.remaining())));
    }

    /** Counts an answer for the session, and returns its allowance afterwards; null if it has none. */
    private @Nullable Allowance spend(Call call, long tokens) {
        Allowance allowance = call.allowance();
        return allowance == null ? null : sessions.spend(call.request(), allowance, tokens);
    }

    /** Returns the draft, with a warning if the answer uses up the session's budget. */
    private static ReceiptDraft withSpentWarning(
            ReceiptDraft draft, @Nullable Allowance oldAllowance, @Nullable Allowance newAllowance) {
        boolean isSpentNow = oldAllowance != null
                && newAllowance != null
                && oldAllowance.remaining() > 0
                && newAllowance.remaining() == 0;
        return isSpentNow ? draft.withWarning(UsageWarning.SESSION_SPENT) : draft;
    }

    /** Ends the call: creates its receipt, and reports it to the listener. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    private FinishedCall finish(Call call, ReceiptDraft draft, FinalAnswer answer) {
        ToolCall request = call.request();
        if (!draft.isCheckedForRepeats()) {
            sessions.endRepeats(request);
        }
        boolean isError = answer.kind() == OutcomeKind.REFUSED || answer.kind() == OutcomeKind.ERROR;
        CacheHitInfo cacheHit = isError ? null : call.cacheHit();
        SegmentedText sentResult =
                cacheHit == null ? answer.result() : AnswerMeta.withCacheMark(answer.result(), cacheHit.toJson());
        Receipt receipt = new Receipt(
                request.server(),
                request.tool(),
                request.caller(),
                cacheHit == null ? answer.kind() : OutcomeKind.CACHED,
                cacheHit == null ? draft.reason() : cacheHit.receiptText() + draft.reason(),
                answer.tokens(),
                sentResult.length(),
                request.facts().isInner() ? 0 : draft.originalTokens(),
                draft.originalBytes(),
                System.nanoTime() - call.startNanos(),
                receiptContext(call, draft));
        ReceiptPayload receiptPayload = new ReceiptPayload(
                call.received(),
                sentResult,
                call.effectivePolicy().get(Policy.ESTIMATOR_SAMPLING),
                call.effectivePolicy().get(Policy.COUNT_COPIES) == CountCopies.SUM);
        try {
            listener.onGuarded(receipt, receiptPayload);
        } catch (RuntimeException e) {
            // telemetry must not fail a call
        }
        return new FinishedCall(answer.outcome(sentResult, receipt), draft.measured(), draft.snapshot());
    }

    private static ReceiptContext receiptContext(Call call, ReceiptDraft draft) {
        ToolCall request = call.request();
        MeasuredResult measured = draft.measured();
        return new ReceiptContext(
                request.client().name(),
                request.client().isModern(),
                call.effectivePolicy().text(Policy.STYLE),
                call.cacheHit() == null ? request.sourceMillis() : 0,
                draft.snapshot() == null
                        ? 0
                        : snapshotNumber(draft.snapshot().snapshot().id()),
                draft.items(),
                !call.isFollowUpRead() && measured != null && measured.result().isError(),
                call.isFollowUpRead(),
                call.rollout(),
                draft.isExact() && call.effectivePolicy().get(Policy.ESTIMATOR) != Estimator.CHARS,
                request.facts().handles());
    }

    /** Returns a 64-bit mix of the ID, from which the ID cannot be recovered. */
    private static long snapshotNumber(SnapshotId id) {
        return Long.rotateLeft(id.high(), 17) + id.low();
    }
}
