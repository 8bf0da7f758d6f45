package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.OpenSnapshot;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.result.AnswerMeta;
import dev.plimsoll.shape.style.FirstRead;
import dev.plimsoll.shape.style.ResultParts;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.UsageWarning;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Brings a result within its budget: decides about it, and stores and shapes a result that does not pass. */
record ResultGuard(SnapshotArchive archive, CursorIssuer cursors, CallRecorder recorder) {

    /** Returns the answer for a call; {@code name} is the name of a resource, empty for the result of a tool. */
    GuardedResult guard(
            CallState callState, ToolPolicy configured, RawResult result, ReadArguments received, String name) {
        ToolCall call = callState.call();
        ReadArguments readArguments = received.withoutDefaults(configured);
        ToolPolicy policy = configured.with(callState.policy());
        MeasuredResult measuredResult =
                MeasuredResult.of(result, policy.policy(), policy.policy().budget(call.maxTokens()));
        if (measuredResult == null) {
            return callState.passUntouched("no result object");
        }
        if (!measuredResult.result().isCompleteFor(call.client())) {
            return callState.passUntouched("not a complete result");
        }
        if (!policy.policy().get(Policy.ROLLOUT_MODE).isActive()) {
            callState.setCost(
                    measuredResult,
                    measuredResult,
                    new Decision.Pass(policy.policy().budget(call.maxTokens()), ""));
            ToolPolicy enforced = policy.withRolloutMode(RolloutMode.ENFORCE);
            return passUnchanged(
                    callState,
                    trialGuard -> trialGuard.guard(
                            trialGuard.recorder.begin(call, enforced.policy(), result.bytes()),
                            enforced,
                            result,
                            readArguments,
                            name));
        }
        AppAudience appPart = audience(call, policy, measuredResult, name);
        if (appPart == AppAudience.ALL) {
            return passToApp(callState, policy.policy(), measuredResult);
        }
        Policy forErrors = measuredResult.result().isError() ? policy.policy().forErrors() : null;
        if (forErrors != null) {
            ToolPolicy stricter = policy.with(forErrors);
            CallState stricterState =
                    recorder.begin(call, forErrors, result.bytes()).setRollout(callState.rollout());
            return guard(stricterState, stricter, result, readArguments, name);
        }
        StrippedResult strippedResult = policy.canShape()
                ? StrippedResult.of(
                        measuredResult,
                        policy.policy(),
                        policy.policy().budget(call.maxTokens()),
                        appPart,
                        name.isEmpty())
                : null;
        return strippedResult == null
                ? guard(callState, policy, measuredResult, readArguments, name)
                : guard(callState, policy, measuredResult, strippedResult, readArguments, name);
    }

    private static AppAudience audience(ToolCall call, ToolPolicy policy, MeasuredResult measuredResult, String name) {
        if (!policy.canShape()) {
            return AppAudience.NONE;
        }
        return name.isEmpty()
                ? AppAudience.of(call, policy.policy(), measuredResult.result())
                : AppAudience.ofResource(measuredResult.result());
    }

    /** Passes the complete result, without the members that the policy removes from every result. */
    private GuardedResult passToApp(CallState callState, Policy policy, MeasuredResult measuredResult) {
        Budget budget = policy.budget(callState.call().maxTokens());
        callState.skipSessionBudget();
        StrippedResult strippedResult = StrippedResult.of(measuredResult, policy, budget, AppAudience.ALL, true);
        Decision pass = new Decision.Pass(budget, "for an app alone");
        if (strippedResult == null || strippedResult.members() == 0) {
            callState.setCost(measuredResult, measuredResult, pass);
            return callState.pass(pass.reason());
        }
        callState.setCost(measuredResult, strippedResult.rest(), pass);
        try {
            return endStripped(callState, findOrStore(callState, strippedResult, ""), strippedResult, budget);
        } catch (RuntimeException failure) {
            // without a snapshot the removed members would be lost, so nothing is removed
            return callState.pass(pass.reason());
        }
    }

    private GuardedResult guard(
            CallState callState,
            ToolPolicy policy,
            MeasuredResult measuredResult,
            ReadArguments readArguments,
            String name) {
        Decision decision = decide(callState, policy, measuredResult, name.isEmpty());
        callState.setCost(measuredResult, measuredResult, decision);
        if (decision instanceof Decision.Pass && readArguments.isDefault()) {
            return callState.pass(decision.reason());
        }
        try {
            OpenSnapshot existing = findExistingSnapshot(callState, AppAudience.NONE);
            OpenSnapshot openSnapshot =
                    existing != null ? existing : archive.store(callState, measuredResult.checked(), name);
            return callState.endShaped(shape(callState, openSnapshot, decision.budget(), readArguments));
        } catch (RefusedException refused) {
            return callState.refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.fallBack(measuredResult, failure, UnaryOperator.identity());
        }
    }

    /** Returns the existing snapshot of the result with the same part for an app, or null. */
    private static @Nullable OpenSnapshot findExistingSnapshot(CallState callState, AppAudience appPart) {
        OpenSnapshot existing = callState.existingSnapshot();
        return existing != null && existing.notes().appPart() == appPart ? existing : null;
    }

    private OpenSnapshot findOrStore(CallState callState, StrippedResult strippedResult, String name) {
        OpenSnapshot existing = findExistingSnapshot(callState, strippedResult.appPart());
        OpenSnapshot openSnapshot = existing != null ? existing : archive.store(callState, strippedResult, name);
        callState.setSnapshot(openSnapshot);
        return openSnapshot;
    }

    /**
     * Returns the server's result byte for byte, because the policy does not act on this call.
     *
     * @param acting creates the answer that the call would get if the policy acted
     */
    GuardedResult passUnchanged(CallState callState, Function<ResultGuard, GuardedResult> acting) {
        Rollout rollout = callState.rollout();
        if (rollout.arm() == Arm.SHADOW) {
            Rollout withShadow = rollout.withShadowAnswer(ShadowTrial.run(cursors, acting));
            String reason = withShadow.shadowAnswer() == null ? "in shadow, but the trial failed" : "in shadow";
            return callState.setRollout(withShadow).passUnchanged(reason);
        }
        return callState.passUnchanged(rollout.arm() == Arm.CONTROL ? "in the control arm" : "the policy is off");
    }

    private Decision decide(CallState callState, ToolPolicy policy, MeasuredResult measuredResult, boolean tool) {
        ResultParts parts = tool
                ? ResultParts.of(measuredResult.result(), measuredResult::document)
                : new ResultParts(measuredResult::document, 0);
        return cursors.styles()
                .decide(policy, measuredResult.cost(), parts, callState.call().maxTokens());
    }

    /**
     * Returns the answer for a result of which callers see only a part. The decision is about that part. If members
     * were removed, the complete result is always stored.
     */
    private GuardedResult guard(
            CallState callState,
            ToolPolicy policy,
            MeasuredResult original,
            StrippedResult strippedResult,
            ReadArguments readArguments,
            String name) {
        MeasuredResult read = strippedResult.measured();
        Decision decision = decide(callState, policy, read, name.isEmpty());
        boolean whole = strippedResult.members() == 0;
        callState.setCost(whole ? original : strippedResult.whole(), strippedResult.counted(), decision);
        boolean passes = decision instanceof Decision.Pass && readArguments.isDefault();
        if (passes && whole) {
            return callState.pass(decision.reason());
        }
        OpenSnapshot openSnapshot;
        try {
            openSnapshot = findOrStore(callState, strippedResult, name);
        } catch (RuntimeException failure) {
            // without a snapshot the removed members would be lost, so nothing is removed
            if (passes && strippedResult.appPart() == AppAudience.NONE) {
                return guard(callState, policy, strippedResult.whole(), readArguments, name);
            }
            return passes
                    ? callState.pass(decision.reason())
                    : callState.fallBack(strippedResult.counted(), failure, strippedResult::join);
        }
        try {
            if (passes) {
                return endStripped(callState, openSnapshot, strippedResult, decision.budget());
            }
            FinishedAnswer finishedAnswer = shape(callState, openSnapshot, decision.budget(), readArguments);
            if (finishedAnswer.isComplete() && readArguments.mode() == Mode.FULL) {
                return callState.endShaped(finishedAnswer);
            }
            return finishedAnswer.isComplete() && !whole
                    ? endStripped(callState, openSnapshot, strippedResult, decision.budget())
                    : callState.endShaped(finishedAnswer.with(strippedResult.join(finishedAnswer.result())));
        } catch (RefusedException refused) {
            return callState.refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.fallBack(read, failure, strippedResult::join);
        }
    }

    /** Ends the call with the complete stripped result, which is within the budget. */
    private GuardedResult endStripped(
            CallState callState, OpenSnapshot openSnapshot, StrippedResult strippedResult, Budget budget) {
        View firstView = View.forFirstAnswer(callState.policy(), budget);
        String cursor = cursors.cursorEncoder(openSnapshot, callState.call().caller())
                .apply(new PagePosition(firstView, firstView.firstPosition()));
        return callState.endStripped(
                strippedResult.rest(),
                strippedResult.measured(),
                new AnswerMeta.RemovedMembers(strippedResult.members(), cursor));
    }

    /** Shapes the result and signs its cursors. */
    private FinishedAnswer shape(
            CallState callState, OpenSnapshot openSnapshot, Budget budget, ReadArguments readArguments) {
        ToolCall call = callState.call();
        Policy policy = callState.policy();
        callState.setSnapshot(openSnapshot);
        boolean isRepeated = callState.isRepeatedTooOften(readArguments);
        FirstRead firstRead = new FirstRead(
                readArguments, call.sourceMillis(), openSnapshot.content().document());
        View firstView = cursors.styles().of(policy).firstView(View.forFirstAnswer(policy, budget), firstRead);
        ViewChange change =
                ViewChange.of(firstView, firstView.firstPosition(), readArguments, callState.configuredPolicy());
        PageReader pageReader =
                new PageReader(openSnapshot, cursors, call, true, true).withAllowance(callState.allowance());
        String budgetNotice = callState.budgetNotice();
        if (!isRepeated) {
            return pageReader.answer(change.withLeadSentence(budgetNotice), readArguments);
        }
        callState.addNotice(UsageWarning.REPEATED);
        String advice = pageReader.repeatAdvice(change);
        return pageReader.answer(
                change.withLeadSentence(budgetNotice.isEmpty() ? advice : advice + " " + budgetNotice), readArguments);
    }
}
