package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Pieces;
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
import dev.plimsoll.shape.Meta;
import dev.plimsoll.shape.PlainCut;
import dev.plimsoll.store.Origin;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.telemetry.Circumstances;
import dev.plimsoll.telemetry.Nudge;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.telemetry.Passage;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.ReadArguments;
import java.time.Duration;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One call on its way through: what is known of it so far, and the ways it can end. */
final class Exchange {

    private final Recorder recorder;
    private final Policy policy;
    private final Policy configured;
    private @Nullable Allowance allowance;
    private final Slice original;
    private final long began = System.nanoTime();
    private ToolCall call;
    private @Nullable Measured measured;
    private @Nullable Measured counted;
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
    private @Nullable Reused reused;
    private @Nullable Opened held;

    Exchange(Recorder recorder, ToolCall call, Policy policy, Slice original) {
        this.recorder = recorder;
        this.call = call;
        this.allowance = recorder.sessions().allowance(call, policy);
        this.configured = policy;
        this.policy = allowance == null ? policy : allowance.applied(policy);
        this.original = original;
        this.originalBytes = original.length();
        this.budget = this.policy.budget(call.maxTokens());
    }

    Exchange standing(Rollout where) {
        rollout = where;
        return this;
    }

    Rollout rollout() {
        return rollout;
    }

    /** From now on a refusal is thrown, after it was recorded: for requests whose results cannot say that they are errors. */
    Exchange throwing() {
        throwing = true;
        return this;
    }

    /** What there is to fall back to is but the beginning of the result: it is never passed for the whole. */
    Exchange beginning() {
        beginning = true;
        return this;
    }

    /** What is kept of it lives unread for so long, if that is longer than the policy has it. */
    Exchange lasting(Duration life) {
        lasting = life;
        return this;
    }

    /**
     * Its result came for another call.
     *
     * @param where it is kept; null: it is not, or in another form
     */
    Exchange reusing(Reused how, @Nullable Opened where) {
        reused = how;
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
    @Nullable Measured measured() {
        return measured;
    }

    @Nullable Opened opened() {
        return opened;
    }

    /** {@code read} is what the model reads of it: that counts. */
    void costs(Measured found, Measured read, Decision decision) {
        measured = found;
        counted = read;
        originalTokens = read.cost().tokens();
        exact = read.cost().exact();
        budget = decision.budget();
        why = decision.why();
    }

    /** What the session leaves for the answer, by the policy of the tool that a result came from. */
    @Nullable Allowance allowance(Policy now) {
        allowance = recorder.sessions().allowance(call, now);
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
        return recorder.sessions().tooOften(call, asked);
    }

    /** That is said besides. */
    void nudged(Nudge nudge) {
        why = nudge.added(why);
    }

    /** What its source has in all, about. */
    void has(Opened opened) {
        originalTokens = opened.notes().tokens();
        exact = opened.notes().exact();
        originalBytes = opened.bytes();
    }

    /** From now on this exchange is a reading of that result; the call as its origin knows it. */
    ToolCall reads(Opened opened) {
        Origin origin = opened.snapshot().origin();
        reading = true;
        keeps(opened);
        why = "reading on";
        has(opened);
        rollout = opened.notes().rollout();
        call = ToolCall.of(origin.server(), origin.tool(), call.caller())
                .withClient(call.client())
                .withMaxTokens(call.maxTokens())
                .withSession(call.session())
                .withArgumentsHash(origin.argumentsHash());
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

    Guarded untouched(String reason) {
        return told(Pieces.of(original), Outcome.PASSED, reason, 0, null);
    }

    /** The very bytes that came, and what they cost. */
    Guarded unchanged(String reason) {
        return told(Pieces.of(original), Outcome.PASSED, reason, originalTokens, null);
    }

    Guarded passed(String reason) {
        Measured known = measured;
        if (known == null) {
            return untouched(reason);
        }
        Pieces result = Meta.passing(known.result(), policy, originalTokens, budget.tokens());
        return end(result, Outcome.PASSED, reason, originalTokens, null);
    }

    /** The result goes without some of its members. */
    Guarded stripped(Measured rest, Measured read, Meta.LeftOut without) {
        long tokens = read.cost().tokens();
        exact &= read.cost().exact();
        why = "production.strip took out " + without.members();
        Pieces result = Meta.passing(rest.result(), policy, tokens, budget.tokens(), without);
        return end(result, Outcome.TRIMMED, why, tokens, null);
    }

    Guarded shaped(Sealed sealed) {
        if (!reading && sealed.whole() && isWithinBytes()) {
            // the estimate said otherwise, and was wrong
            originalTokens = sealed.tokens();
            exact = true;
            return passed("within the budget, counted exactly");
        }
        items = sealed.items();
        if (sealed.walks()) {
            nudged(Nudge.WALKED);
        }
        Outcome outcome = reading ? Outcome.READ : sealed.outcome();
        return end(Pieces.of(sealed.result()), outcome, why, sealed.tokens(), sealed.question());
    }

    /** A copy that is laid out for reading may be longer than what it says. */
    private boolean isWithinBytes() {
        Measured known = counted;
        return known == null || known.bytes(policy) <= budget.bytes();
    }

    /** The server has answered with an error of the protocol, which goes on as it came. */
    void erred() {
        told(Pieces.of(original), Outcome.ERROR, "the server says that it failed", 0, null);
    }

    Guarded refused(RefusedException refused) {
        return error(refused, Outcome.REFUSED);
    }

    /** A reading that failed through no fault of the caller. */
    Guarded failed(Throwable failure) {
        why = Cutting.cause(failure);
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
                    Outcome.ERROR);
        }
        return error(
                new RefusedException(ErrorCode.INTERNAL_ERROR, "this page could not be made", "call the tool again"),
                Outcome.ERROR);
    }

    /** What the policy says a call gets when keeping or shaping its result failed. */
    Guarded fallback(Measured known, Throwable failure, UnaryOperator<Slice> joining) {
        OnFailure set = failure instanceof BudgetTooSmallException ? OnFailure.CUT : policy.get(Policy.ON_FAILURE);
        OnFailure fallback = beginning && set == OnFailure.PASS ? OnFailure.CUT : set;
        why = Cutting.cause(failure);
        if (fallback == OnFailure.PASS) {
            boolean sound = known.result().meta() != null && Json.isValid(original);
            return sound ? passed(why) : end(original, Outcome.PASSED, why, originalTokens);
        }
        if (fallback == OnFailure.REFUSE) {
            return error(Cutting.refusal(known.cost(), budget), Outcome.REFUSED);
        }
        PlainCut.Cut cut = Cutting.of(known, failure, policy, budget, call.client());
        return end(joining.apply(Slice.of(cut.result())), Outcome.REFUSED, why, cut.tokens());
    }

    private Guarded error(RefusedException refused, Outcome outcome) {
        Slice said = Slice.of(refused.json());
        // four bytes a token is near enough for a few words of our own, and cannot fail
        int tokens = TokenCounter.chars().count(said);
        ByteSink out = new ByteSink(512).ascii("{\"content\":[{\"type\":\"text\",\"text\":");
        out.string(said).ascii("}],\"isError\":true");
        Meta.writeBudget(out.ascii(call.client().tag()), policy, tokens, budget.tokens());
        out.ascii("}");
        if (why.isEmpty() || outcome == Outcome.REFUSED) {
            why = refused.code() + (why.isEmpty() ? "" : ": " + why);
        }
        Guarded error = end(out.slice(), outcome, why, tokens);
        if (throwing) {
            throw refused;
        }
        return error;
    }

    private Guarded end(Slice result, Outcome outcome, String reason, long tokens) {
        exact = false; // of what stands in for an answer
        return end(Pieces.of(result), outcome, reason, tokens, null);
    }

    private Guarded end(Pieces result, Outcome outcome, String reason, long tokens, @Nullable Question question) {
        Allowance before = allowance;
        if (before == null) {
            return told(result, outcome, reason, tokens, question);
        }
        Allowance after = recorder.sessions().spend(call, before, tokens);
        String spent = before.left() > 0 && after.left() == 0 ? Nudge.SESSION_SPENT.added(reason) : reason;
        return told(Meta.telling(result, after.budget(), after.left()), outcome, spent, tokens, question);
    }

    private Guarded told(Pieces result, Outcome outcome, String reason, long tokens, @Nullable Question question) {
        if (!repeatable) {
            recorder.sessions().other(call);
        }
        Reused how = outcome == Outcome.REFUSED || outcome == Outcome.ERROR ? null : reused;
        Pieces sent = how == null ? result : Meta.marked(result, how.mark());
        Receipt receipt = new Receipt(
                call.server(),
                call.tool(),
                call.caller(),
                how == null ? outcome : Outcome.CACHED,
                how == null ? reason : how.words() + reason,
                tokens,
                sent.length(),
                originalTokens,
                originalBytes,
                System.nanoTime() - began,
                circumstances());
        Passage passage = new Passage(
                original,
                sent,
                policy.get(Policy.ESTIMATOR_SAMPLING),
                policy.get(Policy.COUNT_COPIES) == CountCopies.SUM);
        return recorder.record(receipt, passage, question);
    }

    private Circumstances circumstances() {
        Measured known = measured;
        return new Circumstances(
                call.client().name(),
                call.client().anyStructured(),
                policy.get(Policy.STYLE).name().toLowerCase(Locale.ROOT),
                reused == null ? call.sourceMillis() : 0,
                kept,
                items,
                !reading && known != null && known.result().error(),
                reading,
                rollout,
                exact && policy.get(Policy.ESTIMATOR) != Estimator.CHARS);
    }
}
