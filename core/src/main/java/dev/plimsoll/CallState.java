package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.Opened;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.TextPieces;
import dev.plimsoll.measure.Estimator;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.CountCopies;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.OnFailure;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.shape.AnswerMeta;
import dev.plimsoll.shape.BudgetTooSmallException;
import dev.plimsoll.shape.PlainCut;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.telemetry.ExtraNotice;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptContext;
import dev.plimsoll.telemetry.ReceiptPayload;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.ReadArguments;
import java.time.Duration;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** State of one call from its start to its receipt, and the ways in which the call can end. */
final class CallState {

    private final CallRecorder callRecorder;
    private final Policy policy;
    private final Policy configured;
    private @Nullable Allowance allowance;
    private final Slice original;
    private final long began = System.nanoTime();
    private ToolCall call;
    private @Nullable MeasuredResult measuredResult;
    private @Nullable MeasuredResult counted;
    private long originalTokens;
    private long originalBytes;
    private Budget budget;
    private String why = "";
    private boolean reading;
    private boolean throwing;
    private boolean beginning;
    private boolean repeatable;
    private long kept;
    private long items = -1;
    private boolean exact;
    private Rollout rollout = Rollout.NONE;
    private @Nullable Opened opened;
    private @Nullable Duration lasting;
    private @Nullable CacheHitInfo cacheHitInfo;
    private @Nullable Opened held;

    CallState(CallRecorder callRecorder, ToolCall call, Policy policy, Slice original) {
        this.callRecorder = callRecorder;
        this.call = call;
        this.allowance = callRecorder.sessions().allowance(call, policy);
        this.configured = policy;
        this.policy = allowance == null ? policy : allowance.applied(policy);
        this.original = original;
        this.originalBytes = original.length();
        this.budget = this.policy.budget(call.maxTokens());
    }

    CallState standing(Rollout where) {
        rollout = where;
        return this;
    }

    Rollout rollout() {
        return rollout;
    }

    /** Makes refusals throw after they are recorded, for requests whose results cannot be marked as errors. */
    CallState throwing() {
        throwing = true;
        return this;
    }

    /** Marks the original as only the beginning of the result: it is never passed as the complete result. */
    CallState beginning() {
        beginning = true;
        return this;
    }

    /** Sets the time for which the unread snapshot lives, if longer than the policy's. */
    CallState lasting(Duration life) {
        lasting = life;
        return this;
    }

    /**
     * Notes that the result comes from another call.
     *
     * @param where the snapshot; null if there is none, or it has another form
     */
    CallState reusing(CacheHitInfo how, @Nullable Opened where) {
        cacheHitInfo = how;
        held = where;
        return this;
    }

    /** Returns the snapshot that already holds the result, or null. */
    @Nullable Opened held() {
        return held;
    }

    ToolCall call() {
        return call;
    }

    Policy policy() {
        return policy;
    }

    Policy configured() {
        return configured;
    }

    /** Returns the policy for storing the result. */
    Policy keeping() {
        Duration life = lasting;
        return life == null || life.compareTo(policy.get(Policy.TTL)) <= 0 ? policy : policy.with(Policy.TTL, life);
    }

    /** Returns the measured result; null if it is not a complete result. */
    @Nullable MeasuredResult measured() {
        return measuredResult;
    }

    @Nullable Opened opened() {
        return opened;
    }

    /** Sets the measured result and the decision. {@code read} is the part that the model reads; its tokens count. */
    void costs(MeasuredResult found, MeasuredResult read, Decision decision) {
        measuredResult = found;
        counted = read;
        originalTokens = read.cost().tokens();
        exact = read.cost().exact();
        budget = decision.budget();
        why = decision.why();
    }

    /** Finds what the session has left for the answer, by the policy of the tool that the result came from. */
    @Nullable Allowance allowance(Policy now) {
        allowance = callRecorder.sessions().allowance(call, now);
        return allowance;
    }

    /** Returns what the session has left for the answer; null if it has no budget. */
    @Nullable Allowance allowance() {
        return allowance;
    }

    /** Returns the sentence that says that the session's budget lowers the answer's budget; empty if it does not. */
    String told() {
        Allowance left = allowance;
        return left != null && left.lowers(configured.budget(call.maxTokens()).tokens()) ? left.told() : "";
    }

    /** Returns whether the same call, whose result does not fit, was made too often in succession. */
    boolean tooOften(ReadArguments asked) {
        repeatable = true;
        return callRecorder.sessions().tooOften(call, asked);
    }

    /** Adds an extra notice to the reason. */
    void nudged(ExtraNotice extraNotice) {
        why = extraNotice.added(why);
    }

    /** Sets the size of the original from its source; it may be an estimate. */
    void has(Opened opened) {
        originalTokens = opened.notes().tokens();
        exact = opened.notes().exact();
        originalBytes = opened.bytes();
    }

    /** Turns this call into a follow-up read of a snapshot; returns the call with the origin's server and tool. */
    ToolCall reads(Opened opened) {
        SnapshotOrigin snapshotOrigin = opened.snapshot().origin();
        reading = true;
        keeps(opened);
        why = "reading on";
        has(opened);
        rollout = opened.notes().rollout();
        call = ToolCall.of(snapshotOrigin.server(), snapshotOrigin.tool(), call.caller())
                .withClient(call.client())
                .withMaxTokens(call.maxTokens())
                .withSession(call.session())
                .withArgumentsHash(snapshotOrigin.argumentsHash());
        return call;
    }

    /** Notes the snapshot of the result. The receipt gets a 64-bit mix of the ID, from which the ID cannot be recovered. */
    void keeps(Opened result) {
        opened = result;
        SnapshotId id = result.snapshot().id();
        kept = Long.rotateLeft(id.high(), 17) + id.low();
    }

    /** Exempts the result from the session budget, because no model reads it. */
    void forAppAlone() {
        allowance = null;
    }

    /** Sets the reason for the outcome. */
    void because(String reason) {
        why = reason;
    }

    GuardedResult untouched(String reason) {
        return finish(TextPieces.of(original), OutcomeKind.PASSED, reason, 0, null);
    }

    /** Ends the call with the original bytes and counts their tokens. */
    GuardedResult unchanged(String reason) {
        return finish(TextPieces.of(original), OutcomeKind.PASSED, reason, originalTokens, null);
    }

    GuardedResult passed(String reason) {
        MeasuredResult known = measuredResult;
        if (known == null) {
            return untouched(reason);
        }
        TextPieces result = AnswerMeta.passing(known.result(), policy, originalTokens, budget.tokens());
        return end(result, OutcomeKind.PASSED, reason, originalTokens, null);
    }

    /** Ends the call with the result without some of its members. */
    GuardedResult stripped(MeasuredResult rest, MeasuredResult read, AnswerMeta.LeftOut without) {
        long tokens = read.cost().tokens();
        exact &= read.cost().exact();
        why = "production.strip took out " + without.members();
        TextPieces result = AnswerMeta.passing(rest.result(), policy, tokens, budget.tokens(), without);
        return end(result, OutcomeKind.TRIMMED, why, tokens, null);
    }

    GuardedResult shaped(FinishedAnswer finishedAnswer) {
        if (!reading && finishedAnswer.whole() && isWithinBytes()) {
            // the estimate was too high: the exact count is within the budget
            originalTokens = finishedAnswer.tokens();
            exact = true;
            return passed("within the budget, counted exactly");
        }
        items = finishedAnswer.items();
        if (finishedAnswer.walks()) {
            nudged(ExtraNotice.WALKED);
        }
        OutcomeKind outcomeKind = reading ? OutcomeKind.READ : finishedAnswer.outcome();
        return end(
                TextPieces.of(finishedAnswer.result()),
                outcomeKind,
                why,
                finishedAnswer.tokens(),
                finishedAnswer.question());
    }

    /** Returns whether the result is within the byte limit. A copy that is formatted for people may be longer than its data. */
    private boolean isWithinBytes() {
        MeasuredResult known = counted;
        return known == null || known.bytes(policy) <= budget.bytes();
    }

    /** Records a protocol error of the server, which is forwarded unchanged. */
    void erred() {
        finish(TextPieces.of(original), OutcomeKind.ERROR, "the server says that it failed", 0, null);
    }

    GuardedResult refused(RefusedException refused) {
        return error(refused, OutcomeKind.REFUSED);
    }

    /** Ends a follow-up read that failed through no fault of the caller. */
    GuardedResult failed(Throwable failure) {
        why = FallbackCut.cause(failure);
        if (failure instanceof BudgetTooSmallException) {
            return refused(new RefusedException(
                            ErrorCode.INVALID_REQUEST, "the budget is too small for this page", "max_tokens: 1000")
                    .detail("argument", "max_tokens"));
        }
        if (failure instanceof StoreException store && store.reason() == StoreException.Reason.VIEWS_FULL) {
            return refused(new RefusedException(
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
    GuardedResult fallback(MeasuredResult known, Throwable failure, UnaryOperator<Slice> joining) {
        OnFailure set = failure instanceof BudgetTooSmallException ? OnFailure.CUT : policy.get(Policy.ON_FAILURE);
        OnFailure fallback = beginning && set == OnFailure.PASS ? OnFailure.CUT : set;
        why = FallbackCut.cause(failure);
        if (fallback == OnFailure.PASS) {
            boolean sound = known.result().meta() != null && Json.isValid(original);
            return sound ? passed(why) : end(original, OutcomeKind.PASSED, why, originalTokens);
        }
        if (fallback == OnFailure.REFUSE) {
            return error(FallbackCut.refusal(known.cost(), budget), OutcomeKind.REFUSED);
        }
        PlainCut.Cut cut = FallbackCut.of(known, failure, policy, budget, call.client());
        return end(joining.apply(Slice.of(cut.result())), OutcomeKind.REFUSED, why, cut.tokens());
    }

    private GuardedResult error(RefusedException refused, OutcomeKind outcomeKind) {
        Slice said = Slice.of(refused.json());
        // bytes divided by four is close enough for a short text of our own, and cannot fail
        int tokens = TokenCounter.chars().count(said);
        ByteSink out = new ByteSink(512).ascii("{\"content\":[{\"type\":\"text\",\"text\":");
        out.string(said).ascii("}],\"isError\":true");
        AnswerMeta.writeBudget(out.ascii(call.client().tag()), policy, tokens, budget.tokens());
        out.ascii("}");
        if (why.isEmpty() || outcomeKind == OutcomeKind.REFUSED) {
            why = refused.code() + (why.isEmpty() ? "" : ": " + why);
        }
        GuardedResult error = end(out.slice(), outcomeKind, why, tokens);
        if (throwing) {
            throw refused;
        }
        return error;
    }

    private GuardedResult end(Slice result, OutcomeKind outcomeKind, String reason, long tokens) {
        exact = false; // an answer that replaces the result is not counted exactly
        return end(TextPieces.of(result), outcomeKind, reason, tokens, null);
    }

    private GuardedResult end(
            TextPieces result,
            OutcomeKind outcomeKind,
            String reason,
            long tokens,
            @Nullable ElicitationRequest elicitationRequest) {
        Allowance before = allowance;
        if (before == null) {
            return finish(result, outcomeKind, reason, tokens, elicitationRequest);
        }
        Allowance after = callRecorder.sessions().spend(call, before, tokens);
        String spent = before.left() > 0 && after.left() == 0 ? ExtraNotice.SESSION_SPENT.added(reason) : reason;
        return finish(
                AnswerMeta.telling(result, after.budget(), after.left()),
                outcomeKind,
                spent,
                tokens,
                elicitationRequest);
    }

    private GuardedResult finish(
            TextPieces result,
            OutcomeKind outcomeKind,
            String reason,
            long tokens,
            @Nullable ElicitationRequest elicitationRequest) {
        if (!repeatable) {
            callRecorder.sessions().other(call);
        }
        CacheHitInfo how = outcomeKind == OutcomeKind.REFUSED || outcomeKind == OutcomeKind.ERROR ? null : cacheHitInfo;
        TextPieces sent = how == null ? result : AnswerMeta.marked(result, how.mark());
        Receipt receipt = new Receipt(
                call.server(),
                call.tool(),
                call.caller(),
                how == null ? outcomeKind : OutcomeKind.CACHED,
                how == null ? reason : how.words() + reason,
                tokens,
                sent.length(),
                originalTokens,
                originalBytes,
                System.nanoTime() - began,
                circumstances());
        ReceiptPayload receiptPayload = new ReceiptPayload(
                original,
                sent,
                policy.get(Policy.ESTIMATOR_SAMPLING),
                policy.get(Policy.COUNT_COPIES) == CountCopies.SUM);
        return callRecorder.record(receipt, receiptPayload, elicitationRequest);
    }

    private ReceiptContext circumstances() {
        MeasuredResult known = measuredResult;
        return new ReceiptContext(
                call.client().name(),
                call.client().anyStructured(),
                policy.get(Policy.STYLE).name().toLowerCase(Locale.ROOT),
                cacheHitInfo == null ? call.sourceMillis() : 0,
                kept,
                items,
                !reading && known != null && known.result().error(),
                reading,
                rollout,
                exact && policy.get(Policy.ESTIMATOR) != Estimator.CHARS);
    }
}
