package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.Opened;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.TextPieces;
import dev.plimsoll.json.Slice;
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
import dev.plimsoll.shape.BudgetTooSmallException;
import dev.plimsoll.shape.AnswerMeta;
import dev.plimsoll.shape.PlainCut;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.telemetry.ReceiptContext;
import dev.plimsoll.telemetry.ExtraNotice;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.ReceiptPayload;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.ReadArguments;
import java.time.Duration;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One call on its way through: what is known of it so far, and the ways it can end. */
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

    /** From now on a refusal is thrown, after it was recorded: for requests whose results cannot say that they are errors. */
    CallState throwing() {
        throwing = true;
        return this;
    }

    /** What there is to fall back to is but the beginning of the result: it is never passed for the whole. */
    CallState beginning() {
        beginning = true;
        return this;
    }

    /** What is kept of it lives unread for so long, if that is longer than the policy has it. */
    CallState lasting(Duration life) {
        lasting = life;
        return this;
    }

    /**
     * Its result came for another call.
     *
     * @param where it is kept; null: it is not, or in another form
     */
    CallState reusing(CacheHitInfo how, @Nullable Opened where) {
        cacheHitInfo = how;
        held = where;
        return this;
    }

    /** Where its result is kept already; null where it is not. */
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

    /** The policy by which its result is kept. */
    Policy keeping() {
        Duration life = lasting;
        return life == null || life.compareTo(policy.get(Policy.TTL)) <= 0 ? policy : policy.with(Policy.TTL, life);
    }

    /** Null when it is no complete result. */
    @Nullable MeasuredResult measured() {
        return measuredResult;
    }

    @Nullable Opened opened() {
        return opened;
    }

    /** {@code read} is what the model reads of it: that counts. */
    void costs(MeasuredResult found, MeasuredResult read, Decision decision) {
        measuredResult = found;
        counted = read;
        originalTokens = read.cost().tokens();
        exact = read.cost().exact();
        budget = decision.budget();
        why = decision.why();
    }

    /** What the session leaves for the answer, by the policy of the tool that a result came from. */
    @Nullable Allowance allowance(Policy now) {
        allowance = callRecorder.sessions().allowance(call, now);
        return allowance;
    }

    /** What the session leaves for the answer; null when it has no budget. */
    @Nullable Allowance allowance() {
        return allowance;
    }

    /** What the answer says first: that the session leaves less for it than it would cost otherwise. Or nothing. */
    String told() {
        Allowance left = allowance;
        return left != null && left.lowers(configured.budget(call.maxTokens()).tokens()) ? left.told() : "";
    }

    /** Whether the same call was made too often in a row. Its result does not fit. */
    boolean tooOften(ReadArguments asked) {
        repeatable = true;
        return callRecorder.sessions().tooOften(call, asked);
    }

    /** That is said besides. */
    void nudged(ExtraNotice extraNotice) {
        why = extraNotice.added(why);
    }

    /** What its source has in all, about. */
    void has(Opened opened) {
        originalTokens = opened.notes().tokens();
        exact = opened.notes().exact();
        originalBytes = opened.bytes();
    }

    /** From now on this exchange is a reading of that result; the call as its origin knows it. */
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

    /** Its result is kept. What is told of it must not lead to it: half of its name cannot be had back from a sum. */
    void keeps(Opened result) {
        opened = result;
        SnapshotId id = result.snapshot().id();
        kept = Long.rotateLeft(id.high(), 17) + id.low();
    }

    /** No model reads it: it costs its session nothing. */
    void forAppAlone() {
        allowance = null;
    }

    /** From now on this is why the call gets what it gets. */
    void because(String reason) {
        why = reason;
    }

    GuardedResult untouched(String reason) {
        return told(TextPieces.of(original), OutcomeKind.PASSED, reason, 0, null);
    }

    /** The very bytes that came, and what they cost. */
    GuardedResult unchanged(String reason) {
        return told(TextPieces.of(original), OutcomeKind.PASSED, reason, originalTokens, null);
    }

    GuardedResult passed(String reason) {
        MeasuredResult known = measuredResult;
        if (known == null) {
            return untouched(reason);
        }
        TextPieces result = AnswerMeta.passing(known.result(), policy, originalTokens, budget.tokens());
        return end(result, OutcomeKind.PASSED, reason, originalTokens, null);
    }

    /** The result goes without some of its members. */
    GuardedResult stripped(MeasuredResult rest, MeasuredResult read, AnswerMeta.LeftOut without) {
        long tokens = read.cost().tokens();
        exact &= read.cost().exact();
        why = "production.strip took out " + without.members();
        TextPieces result = AnswerMeta.passing(rest.result(), policy, tokens, budget.tokens(), without);
        return end(result, OutcomeKind.TRIMMED, why, tokens, null);
    }

    GuardedResult shaped(FinishedAnswer finishedAnswer) {
        if (!reading && finishedAnswer.whole() && isWithinBytes()) {
            // the estimate said otherwise, and was wrong
            originalTokens = finishedAnswer.tokens();
            exact = true;
            return passed("within the budget, counted exactly");
        }
        items = finishedAnswer.items();
        if (finishedAnswer.walks()) {
            nudged(ExtraNotice.WALKED);
        }
        OutcomeKind outcomeKind = reading ? OutcomeKind.READ : finishedAnswer.outcome();
        return end(TextPieces.of(finishedAnswer.result()), outcomeKind, why, finishedAnswer.tokens(), finishedAnswer.question());
    }

    /** A copy that is laid out for reading may be longer than what it says. */
    private boolean isWithinBytes() {
        MeasuredResult known = counted;
        return known == null || known.bytes(policy) <= budget.bytes();
    }

    /** The server has answered with an error of the protocol, which goes on as it came. */
    void erred() {
        told(TextPieces.of(original), OutcomeKind.ERROR, "the server says that it failed", 0, null);
    }

    GuardedResult refused(RefusedException refused) {
        return error(refused, OutcomeKind.REFUSED);
    }

    /** A reading that failed through no fault of the caller. */
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
                    "this result has been read in too many different ways: no further one can be remembered",
                    "read on with one of the cursors already given, without other arguments"));
        }
        if (failure instanceof StoreException store && store.reason() == StoreException.Reason.FAILED) {
            return error(
                    new RefusedException(
                            ErrorCode.INTERNAL_ERROR,
                            "the store that holds this result cannot be used just now; the cursor is as good as before",
                            "read on with the same cursor in a moment"),
                    OutcomeKind.ERROR);
        }
        return error(
                new RefusedException(ErrorCode.INTERNAL_ERROR, "this page could not be made", "call the tool again"),
                OutcomeKind.ERROR);
    }

    /** What the policy says a call gets when keeping or shaping its result failed. */
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
        // four bytes a token is near enough for a few words of our own, and cannot fail
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
        exact = false; // of what stands in for an answer
        return end(TextPieces.of(result), outcomeKind, reason, tokens, null);
    }

    private GuardedResult end(TextPieces result, OutcomeKind outcomeKind, String reason, long tokens, @Nullable ElicitationRequest elicitationRequest) {
        Allowance before = allowance;
        if (before == null) {
            return told(result, outcomeKind, reason, tokens, elicitationRequest);
        }
        Allowance after = callRecorder.sessions().spend(call, before, tokens);
        String spent = before.left() > 0 && after.left() == 0 ? ExtraNotice.SESSION_SPENT.added(reason) : reason;
        return told(AnswerMeta.telling(result, after.budget(), after.left()), outcomeKind, spent, tokens, elicitationRequest);
    }

    private GuardedResult told(TextPieces result, OutcomeKind outcomeKind, String reason, long tokens, @Nullable ElicitationRequest elicitationRequest) {
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
