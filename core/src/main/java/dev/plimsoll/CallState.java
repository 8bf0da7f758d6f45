package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.OpenSnapshot;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.SegmentedText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.CountCopies;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.OnFailure;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.result.AnswerMeta;
import dev.plimsoll.shape.result.PlainCut;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptContext;
import dev.plimsoll.telemetry.ReceiptPayload;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.UsageWarning;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.ReadArguments;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** State of one call from its start to its receipt. Its methods end the call in one of several ways. */
final class CallState {

    private final CallRecorder callRecorder;
    private final Policy policy;
    private final Policy configuredPolicy;
    private @Nullable Allowance allowance;
    private final Slice original;
    private final long startNanos = System.nanoTime();
    private ToolCall call;
    private @Nullable MeasuredResult measuredResult;
    private @Nullable MeasuredResult countedResult;
    private long originalTokens;
    private long originalBytes;
    private Budget budget;
    private String outcomeReason = "";
    private boolean followUpRead;
    private boolean throwsRefusals;
    private boolean partial;
    private boolean checkedForRepeats;
    private long snapshotHash;
    private long items = -1;
    private boolean exact;
    private Rollout rollout = Rollout.NONE;
    private @Nullable OpenSnapshot openSnapshot;
    private @Nullable Duration minimumTtl;
    private @Nullable CacheHitInfo cacheHitInfo;
    private @Nullable OpenSnapshot existingSnapshot;

    CallState(CallRecorder callRecorder, ToolCall call, Policy policy, Slice original) {
        this.callRecorder = callRecorder;
        this.call = call;
        this.allowance = callRecorder.sessions().allowance(call, policy);
        this.configuredPolicy = policy;
        this.policy = allowance == null ? policy : allowance.applyTo(policy);
        this.original = original;
        this.originalBytes = original.length();
        this.budget = this.policy.budget(call.maxTokens());
    }

    CallState setRollout(Rollout assigned) {
        rollout = assigned;
        return this;
    }

    Rollout rollout() {
        return rollout;
    }

    /** Makes refusals throw after they are recorded, for requests whose results cannot be marked as errors. */
    CallState throwRefusals() {
        throwsRefusals = true;
        return this;
    }

    /** Marks the original as only the beginning of the result: it is never passed as the complete result. */
    CallState markPartial() {
        partial = true;
        return this;
    }

    /** Sets the time for which the unread snapshot lives, if longer than the policy's. */
    CallState setMinimumTtl(Duration ttl) {
        minimumTtl = ttl;
        return this;
    }

    /**
     * Marks the result as coming from another call.
     *
     * @param snapshot the snapshot that holds the result; null if there is none, or it has another form
     */
    CallState setCacheHit(CacheHitInfo hit, @Nullable OpenSnapshot snapshot) {
        cacheHitInfo = hit;
        existingSnapshot = snapshot;
        return this;
    }

    /** Returns the snapshot that already holds the result, or null. */
    @Nullable OpenSnapshot existingSnapshot() {
        return existingSnapshot;
    }

    ToolCall call() {
        return call;
    }

    Policy policy() {
        return policy;
    }

    Policy configuredPolicy() {
        return configuredPolicy;
    }

    /** Returns the policy for storing the result. */
    Policy storagePolicy() {
        Duration ttl = minimumTtl;
        return ttl == null || ttl.compareTo(policy.get(Policy.TTL)) <= 0 ? policy : policy.with(Policy.TTL, ttl);
    }

    /** Returns the measured result; null if it is not a complete result. */
    @Nullable MeasuredResult measured() {
        return measuredResult;
    }

    @Nullable OpenSnapshot opened() {
        return openSnapshot;
    }

    /** Sets the measured result and the decision. {@code read} is the part that the model reads; its tokens count. */
    void setCost(MeasuredResult complete, MeasuredResult read, Decision decision) {
        measuredResult = complete;
        countedResult = read;
        originalTokens = read.cost().tokens();
        exact = read.cost().exact();
        budget = decision.budget();
        outcomeReason = decision.reason();
    }

    /** Updates and returns the session's allowance for the answer, by the policy of the tool that the result came from. */
    @Nullable Allowance allowance(Policy toolPolicy) {
        allowance = callRecorder.sessions().allowance(call, toolPolicy);
        return allowance;
    }

    /** Returns the session's allowance for the answer; null if it has no budget. */
    @Nullable Allowance allowance() {
        return allowance;
    }

    /** Returns a sentence if the session's budget lowers the answer's budget; else an empty string. */
    String budgetNotice() {
        Allowance left = allowance;
        return left != null
                        && left.lowers(configuredPolicy.budget(call.maxTokens()).tokens())
                ? left.notice()
                : "";
    }

    /** Returns whether the same call was made too often in succession; its result does not fit. */
    boolean isRepeatedTooOften(ReadArguments readArguments) {
        checkedForRepeats = true;
        return callRecorder.sessions().isRepeatedTooOften(call, readArguments);
    }

    /** Adds an extra notice to the reason. */
    void addNotice(UsageWarning usageWarning) {
        outcomeReason = usageWarning.appendTo(outcomeReason);
    }

    /** Sets the size of the original from its source; it may be an estimate. */
    void setOriginalSize(OpenSnapshot openSnapshot) {
        originalTokens = openSnapshot.notes().tokens();
        exact = openSnapshot.notes().exact();
        originalBytes = openSnapshot.bytes();
    }

    /** Turns this call into a follow-up read of a snapshot; returns the call with the origin's server and tool. */
    ToolCall startFollowUpRead(OpenSnapshot openSnapshot) {
        SnapshotOrigin snapshotOrigin = openSnapshot.snapshot().origin();
        followUpRead = true;
        setSnapshot(openSnapshot);
        outcomeReason = "reading on";
        setOriginalSize(openSnapshot);
        rollout = openSnapshot.notes().rollout();
        call = ToolCall.of(snapshotOrigin.server(), snapshotOrigin.tool(), call.caller())
                .withClient(call.client())
                .withMaxTokens(call.maxTokens())
                .withSession(call.session())
                .withArgumentsHash(snapshotOrigin.argumentsHash());
        return call;
    }

    /** Sets the snapshot of the result. The receipt gets a 64-bit mix of its ID, from which the ID cannot be recovered. */
    void setSnapshot(OpenSnapshot result) {
        openSnapshot = result;
        SnapshotId id = result.snapshot().id();
        snapshotHash = Long.rotateLeft(id.high(), 17) + id.low();
    }

    /** Exempts the result from the session budget, because no model reads it. */
    void skipSessionBudget() {
        allowance = null;
    }

    /** Sets the reason for the outcome. */
    void setReason(String reason) {
        outcomeReason = reason;
    }

    GuardedResult passUntouched(String reason) {
        return finish(SegmentedText.of(original), OutcomeKind.PASSED, reason, 0, null);
    }

    /** Ends the call with the original bytes and counts their tokens. */
    GuardedResult passUnchanged(String reason) {
        return finish(SegmentedText.of(original), OutcomeKind.PASSED, reason, originalTokens, null);
    }

    GuardedResult pass(String reason) {
        MeasuredResult measured = measuredResult;
        if (measured == null) {
            return passUntouched(reason);
        }
        SegmentedText result = AnswerMeta.withBudgetMeta(measured.result(), policy, originalTokens, budget.tokens());
        return end(result, OutcomeKind.PASSED, reason, originalTokens, null);
    }

    /** Ends the call with the result without some of its members. */
    GuardedResult endStripped(MeasuredResult rest, MeasuredResult read, AnswerMeta.RemovedMembers removed) {
        long tokens = read.cost().tokens();
        exact &= read.cost().exact();
        outcomeReason = "production.strip removed " + removed.members();
        SegmentedText result = AnswerMeta.withBudgetMeta(rest.result(), policy, tokens, budget.tokens(), removed);
        return end(result, OutcomeKind.TRIMMED, outcomeReason, tokens, null);
    }

    GuardedResult endShaped(FinishedAnswer finishedAnswer) {
        if (!followUpRead && finishedAnswer.isComplete() && isWithinBytes()) {
            // the estimate was too high: the exact count is within the budget
            originalTokens = finishedAnswer.tokens();
            exact = true;
            return pass("within the budget, counted exactly");
        }
        items = finishedAnswer.items();
        if (finishedAnswer.advisesAgainstPaging()) {
            addNotice(UsageWarning.WALKED);
        }
        OutcomeKind outcomeKind = followUpRead ? OutcomeKind.READ : finishedAnswer.outcome();
        return end(
                SegmentedText.of(finishedAnswer.result()),
                outcomeKind,
                outcomeReason,
                finishedAnswer.tokens(),
                finishedAnswer.elicitation());
    }

    /** Returns whether the result is within the byte limit. A copy with white space may be longer than its data. */
    private boolean isWithinBytes() {
        MeasuredResult measured = countedResult;
        return measured == null || measured.bytes(policy) <= budget.bytes();
    }

    /** Records a protocol error of the server, which is forwarded unchanged. */
    void recordServerError() {
        finish(SegmentedText.of(original), OutcomeKind.ERROR, "the server returned a protocol error", 0, null);
    }

    GuardedResult refuse(RefusedException refused) {
        return error(refused, OutcomeKind.REFUSED);
    }

    /** Ends a follow-up read that failed through no fault of the caller. */
    GuardedResult fail(Throwable failure) {
        outcomeReason = FallbackCut.cause(failure);
        if (failure instanceof BudgetTooSmallException) {
            return refuse(new RefusedException(
                            ErrorCode.INVALID_REQUEST, "the budget is too small for this page", "max_tokens: 1000")
                    .detail("argument", "max_tokens"));
        }
        if (failure instanceof StoreException store && store.reason() == StoreException.Reason.VIEWS_FULL) {
            return refuse(new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    "this result has too many stored views; no more can be added",
                    "read on with one of the cursors already given, without other arguments"));
        }
        if (failure instanceof StoreException store && store.reason() == StoreException.Reason.FAILED) {
            return error(
                    new RefusedException(
                            ErrorCode.INTERNAL_ERROR,
                            "the store of this result is temporarily unavailable; the cursor stays valid",
                            "read on with the same cursor in a moment"),
                    OutcomeKind.ERROR);
        }
        return error(
                new RefusedException(ErrorCode.INTERNAL_ERROR, "this page could not be created", "call the tool again"),
                OutcomeKind.ERROR);
    }

    /** Ends a call whose result could not be stored or shaped, as the policy's {@code onFailure} says. */
    GuardedResult fallBack(MeasuredResult measured, Throwable failure, UnaryOperator<Slice> joiner) {
        OnFailure configured =
                failure instanceof BudgetTooSmallException ? OnFailure.CUT : policy.get(Policy.ON_FAILURE);
        OnFailure fallback = partial && configured == OnFailure.PASS ? OnFailure.CUT : configured;
        outcomeReason = FallbackCut.cause(failure);
        if (fallback == OnFailure.PASS) {
            boolean isValid = measured.result().meta() != null && Json.isValid(original);
            return isValid ? pass(outcomeReason) : end(original, OutcomeKind.PASSED, outcomeReason, originalTokens);
        }
        if (fallback == OnFailure.REFUSE) {
            return error(FallbackCut.refusal(measured.cost(), budget), OutcomeKind.REFUSED);
        }
        PlainCut.Cut cut = FallbackCut.of(measured, failure, policy, budget, call.client());
        return end(joiner.apply(Slice.of(cut.result())), OutcomeKind.REFUSED, outcomeReason, cut.tokens());
    }

    private GuardedResult error(RefusedException refused, OutcomeKind outcomeKind) {
        Slice json = Slice.of(refused.json());
        // bytes divided by four is close enough for a short error text, and cannot fail
        int tokens = TokenCounter.chars().count(json);
        ByteSink out = new ByteSink(512).ascii("{\"content\":[{\"type\":\"text\",\"text\":");
        out.string(json).ascii("}],\"isError\":true");
        AnswerMeta.writeBudget(out.ascii(call.client().resultTypeMember()), policy, tokens, budget.tokens());
        out.ascii("}");
        if (outcomeReason.isEmpty() || outcomeKind == OutcomeKind.REFUSED) {
            outcomeReason = refused.code() + (outcomeReason.isEmpty() ? "" : ": " + outcomeReason);
        }
        GuardedResult error = end(out.slice(), outcomeKind, outcomeReason, tokens);
        if (throwsRefusals) {
            throw refused;
        }
        return error;
    }

    private GuardedResult end(Slice result, OutcomeKind outcomeKind, String reason, long tokens) {
        exact = false; // an answer that replaces the result is not counted exactly
        return end(SegmentedText.of(result), outcomeKind, reason, tokens, null);
    }

    private GuardedResult end(
            SegmentedText result,
            OutcomeKind outcomeKind,
            String reason,
            long tokens,
            @Nullable ElicitationRequest elicitationRequest) {
        Allowance before = allowance;
        if (before == null) {
            return finish(result, outcomeKind, reason, tokens, elicitationRequest);
        }
        Allowance after = callRecorder.sessions().spend(call, before, tokens);
        String fullReason =
                before.remaining() > 0 && after.remaining() == 0 ? UsageWarning.SESSION_SPENT.appendTo(reason) : reason;
        return finish(
                AnswerMeta.withSessionBudget(result, after.budget(), after.remaining()),
                outcomeKind,
                fullReason,
                tokens,
                elicitationRequest);
    }

    private GuardedResult finish(
            SegmentedText result,
            OutcomeKind outcomeKind,
            String reason,
            long tokens,
            @Nullable ElicitationRequest elicitationRequest) {
        if (!checkedForRepeats) {
            callRecorder.sessions().endRepeats(call);
        }
        CacheHitInfo hit = outcomeKind == OutcomeKind.REFUSED || outcomeKind == OutcomeKind.ERROR ? null : cacheHitInfo;
        SegmentedText sent = hit == null ? result : AnswerMeta.withCacheMark(result, hit.toJson());
        Receipt receipt = new Receipt(
                call.server(),
                call.tool(),
                call.caller(),
                hit == null ? outcomeKind : OutcomeKind.CACHED,
                hit == null ? reason : hit.receiptText() + reason,
                tokens,
                sent.length(),
                originalTokens,
                originalBytes,
                System.nanoTime() - startNanos,
                receiptContext());
        ReceiptPayload receiptPayload = new ReceiptPayload(
                original,
                sent,
                policy.get(Policy.ESTIMATOR_SAMPLING),
                policy.get(Policy.COUNT_COPIES) == CountCopies.SUM);
        return callRecorder.record(receipt, receiptPayload, elicitationRequest);
    }

    private ReceiptContext receiptContext() {
        MeasuredResult measured = measuredResult;
        return new ReceiptContext(
                call.client().name(),
                call.client().anyStructured(),
                policy.text(Policy.STYLE),
                cacheHitInfo == null ? call.sourceMillis() : 0,
                snapshotHash,
                items,
                !followUpRead && measured != null && measured.result().isError(),
                followUpRead,
                rollout,
                exact && policy.get(Policy.ESTIMATOR) != Estimator.CHARS);
    }
}
