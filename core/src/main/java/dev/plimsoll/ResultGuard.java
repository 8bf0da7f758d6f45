package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.Opened;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.shape.AnswerMeta;
import dev.plimsoll.shape.PagePosition;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.ExtraNotice;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Brings a result within its budget: decides about it, and stores and shapes a result that does not pass. */
record ResultGuard(SnapshotArchive archive, CursorIssuer cursors, CallRecorder recorder) {

    /** Returns the answer for a call; {@code name} is the name of a resource, empty for the result of a tool. */
    GuardedResult fit(CallState callState, ToolPolicy configured, RawResult result, ReadArguments given, String name) {
        ToolCall call = callState.call();
        ReadArguments asked = given.withoutDefaults(configured.policy());
        ToolPolicy policy = new ToolPolicy(callState.policy(), configured.named());
        MeasuredResult measuredResult =
                MeasuredResult.of(result, policy.policy(), policy.policy().budget(call.maxTokens()));
        if (measuredResult == null) {
            return callState.untouched("no result object");
        }
        if (!measuredResult.result().completeFor(call.client())) {
            return callState.untouched("not a complete result");
        }
        if (!policy.policy().get(Policy.ROLLOUT_MODE).acts()) {
            callState.costs(
                    measuredResult,
                    measuredResult,
                    new Decision.Pass(policy.policy().budget(call.maxTokens()), ""));
            ToolPolicy acting = policy.in(RolloutMode.ENFORCE);
            return unchanged(
                    callState,
                    aside -> aside.fit(
                            aside.recorder.begin(call, acting.policy(), result.bytes()), acting, result, asked, name));
        }
        AppAudience share = share(call, policy, measuredResult, name);
        if (share == AppAudience.ALL) {
            return forAppAlone(callState, policy.policy(), measuredResult);
        }
        Policy forErrors = measuredResult.result().error() ? policy.policy().forErrors() : null;
        if (forErrors != null) {
            ToolPolicy stricter = new ToolPolicy(forErrors, policy.named());
            CallState stricterOne =
                    recorder.begin(call, forErrors, result.bytes()).standing(callState.rollout());
            return fit(stricterOne, stricter, result, asked, name);
        }
        StrippedResult strippedResult = policy.shapes()
                ? StrippedResult.of(
                        measuredResult,
                        policy.policy(),
                        policy.policy().budget(call.maxTokens()),
                        share,
                        name.isEmpty())
                : null;
        return strippedResult == null
                ? fit(callState, policy, measuredResult, asked, name)
                : fit(callState, policy, measuredResult, strippedResult, asked, name);
    }

    private static AppAudience share(ToolCall call, ToolPolicy policy, MeasuredResult measuredResult, String name) {
        if (!policy.shapes()) {
            return AppAudience.NONE;
        }
        return name.isEmpty()
                ? AppAudience.of(call, policy.policy(), measuredResult.result())
                : AppAudience.ofResource(measuredResult.result());
    }

    /** Passes the whole result, without the members that the policy removes from every result. */
    private GuardedResult forAppAlone(CallState callState, Policy policy, MeasuredResult measuredResult) {
        Budget budget = policy.budget(callState.call().maxTokens());
        callState.forAppAlone();
        StrippedResult strippedResult = StrippedResult.of(measuredResult, policy, budget, AppAudience.ALL, true);
        Decision pass = new Decision.Pass(budget, "for an app alone");
        if (strippedResult == null || strippedResult.members() == 0) {
            callState.costs(measuredResult, measuredResult, pass);
            return callState.passed(pass.why());
        }
        callState.costs(measuredResult, strippedResult.rest(), pass);
        try {
            return stripped(callState, kept(callState, strippedResult, ""), strippedResult, budget);
        } catch (RuntimeException failure) {
            // without a snapshot the removed members would be lost, so nothing is removed
            return callState.passed(pass.why());
        }
    }

    private GuardedResult fit(
            CallState callState, ToolPolicy policy, MeasuredResult measuredResult, ReadArguments asked, String name) {
        Decision decision = decision(callState, policy, measuredResult, name.isEmpty());
        callState.costs(measuredResult, measuredResult, decision);
        if (decision instanceof Decision.Pass && asked.plain()) {
            return callState.passed(decision.why());
        }
        try {
            Opened held = held(callState, AppAudience.NONE);
            Opened opened = held != null ? held : archive.keep(callState, measuredResult.checked(), name);
            return callState.shaped(shape(callState, opened, decision.budget(), asked));
        } catch (RefusedException refused) {
            return callState.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.fallback(measuredResult, failure, UnaryOperator.identity());
        }
    }

    /** Returns the existing snapshot of the result with the same part for an app, or null. */
    private static @Nullable Opened held(CallState callState, AppAudience share) {
        Opened held = callState.held();
        return held != null && held.notes().share() == share ? held : null;
    }

    private Opened kept(CallState callState, StrippedResult strippedResult, String name) {
        Opened held = held(callState, strippedResult.share());
        Opened opened = held != null ? held : archive.keep(callState, strippedResult, name);
        callState.keeps(opened);
        return opened;
    }

    /**
     * Returns the server's result byte for byte, because the policy does not act on this call.
     *
     * @param acting creates the answer that the call would get if the policy acted
     */
    GuardedResult unchanged(CallState callState, Function<ResultGuard, GuardedResult> acting) {
        Rollout stands = callState.rollout();
        if (stands.arm() == Arm.SHADOW) {
            Rollout tried = stands.with(ShadowTrial.of(cursors, acting));
            String why = tried.instead() == null ? "in shadow, where trying it out failed" : "in shadow";
            return callState.standing(tried).unchanged(why);
        }
        return callState.unchanged(stands.arm() == Arm.CONTROL ? "in the control arm" : "the policy is off");
    }

    private static Decision decision(
            CallState callState, ToolPolicy policy, MeasuredResult measuredResult, boolean tool) {
        boolean answerable = tool && FirstView.hasForm(policy.policy(), measuredResult.result());
        return policy.decide(
                measuredResult.cost(),
                measuredResult::document,
                callState.call().maxTokens(),
                answerable);
    }

    /**
     * Returns the answer for a result of which callers see only a part; the decision is about that part. If members
     * were removed, the complete result is always stored.
     */
    private GuardedResult fit(
            CallState callState,
            ToolPolicy policy,
            MeasuredResult came,
            StrippedResult strippedResult,
            ReadArguments asked,
            String name) {
        MeasuredResult read = strippedResult.measured();
        Decision decision = decision(callState, policy, read, name.isEmpty());
        boolean whole = strippedResult.members() == 0;
        callState.costs(whole ? came : strippedResult.whole(), strippedResult.counted(), decision);
        boolean passes = decision instanceof Decision.Pass && asked.plain();
        if (passes && whole) {
            return callState.passed(decision.why());
        }
        Opened opened;
        try {
            opened = kept(callState, strippedResult, name);
        } catch (RuntimeException failure) {
            // without a snapshot the removed members would be lost, so nothing is removed
            if (passes && strippedResult.share() == AppAudience.NONE) {
                return fit(callState, policy, strippedResult.whole(), asked, name);
            }
            return passes
                    ? callState.passed(decision.why())
                    : callState.fallback(strippedResult.counted(), failure, strippedResult::joined);
        }
        try {
            if (passes) {
                return stripped(callState, opened, strippedResult, decision.budget());
            }
            FinishedAnswer finishedAnswer = shape(callState, opened, decision.budget(), asked);
            if (finishedAnswer.whole() && asked.mode() == Mode.FULL) {
                return callState.shaped(finishedAnswer);
            }
            return finishedAnswer.whole() && !whole
                    ? stripped(callState, opened, strippedResult, decision.budget())
                    : callState.shaped(finishedAnswer.with(strippedResult.joined(finishedAnswer.result())));
        } catch (RefusedException refused) {
            return callState.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.fallback(read, failure, strippedResult::joined);
        }
    }

    /** Ends the call with the complete stripped result, which is within the budget. */
    private GuardedResult stripped(CallState callState, Opened opened, StrippedResult strippedResult, Budget budget) {
        View opening = View.opening(callState.policy(), budget);
        String cursor =
                cursors.sealing(opened, callState.call().caller()).apply(new PagePosition(opening, opening.first()));
        return callState.stripped(
                strippedResult.rest(),
                strippedResult.measured(),
                new AnswerMeta.LeftOut(strippedResult.members(), cursor));
    }

    /** Shapes the result and signs its cursors. */
    private FinishedAnswer shape(CallState callState, Opened opened, Budget budget, ReadArguments asked) {
        ToolCall call = callState.call();
        Policy policy = callState.policy();
        callState.keeps(opened);
        boolean tooOften = callState.tooOften(asked);
        View opening =
                FirstView.of(policy, budget, asked, call, opened.content().document());
        ViewChange change = ViewChange.of(opening, opening.first(), asked, callState.configured());
        PageReader pageReader = new PageReader(opened, cursors, call, true, true).within(callState.allowance());
        String told = callState.told();
        if (!tooOften) {
            return pageReader.answer(change.telling(told), asked);
        }
        callState.nudged(ExtraNotice.REPEATED);
        String instead = pageReader.instead(change);
        return pageReader.answer(change.telling(told.isEmpty() ? instead : instead + " " + told), asked);
    }
}
