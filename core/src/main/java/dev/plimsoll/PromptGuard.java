package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.OpenSnapshot;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.PromptResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.shape.style.ResultParts;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.View;
import java.util.function.UnaryOperator;

/** Guards results of {@code prompts/get}: they keep their bytes within the budget, else long messages are cut. */
record PromptGuard(SnapshotArchive archive, CursorIssuer cursors, CallRecorder recorder) {

    GuardedResult guard(ToolCall call, RolloutAssignment rolloutAssignment, Slice result) {
        CallState callState = recorder.begin(call, rolloutAssignment, result).throwRefusals();
        ToolPolicy policy = rolloutAssignment.policy().with(callState.policy());
        PromptResult prompt = PromptResult.parse(result);
        MeasuredResult measuredResult = prompt == null
                ? null
                : MeasuredResult.of(
                        prompt.toolResult(), policy.policy(), policy.policy().budget(call.maxTokens()));
        if (prompt == null || measuredResult == null || !measuredResult.result().isCompleteFor(call.client())) {
            return callState.passUntouched("not a prompts/get result");
        }
        if (!policy.policy().get(Policy.ROLLOUT_MODE).isActive()) {
            callState.setCost(
                    measuredResult,
                    measuredResult,
                    new Decision.Pass(policy.policy().budget(call.maxTokens()), ""));
            RolloutAssignment enforced =
                    new RolloutAssignment(policy.withRolloutMode(RolloutMode.ENFORCE), Rollout.NONE);
            return new ResultGuard(archive, cursors, recorder)
                    .passUnchanged(
                            callState,
                            trialGuard -> new PromptGuard(
                                            trialGuard.archive(), trialGuard.cursors(), trialGuard.recorder())
                                    .guard(call, enforced, result));
        }
        ResultParts parts = new ResultParts(measuredResult::document, 0);
        Decision decision = cursors.styles().decide(policy, measuredResult.cost(), parts, call.maxTokens());
        callState.setCost(measuredResult, measuredResult, decision);
        boolean fits = decision.budget()
                        .allows(
                                measuredResult.cost().tokens(),
                                measuredResult.cost().bytes())
                && measuredResult.cost().binary() <= policy.policy().get(Policy.BINARY_BYTES);
        if (decision instanceof Decision.Pass || fits) {
            return callState.passUnchanged(decision.reason());
        }
        try {
            OpenSnapshot openSnapshot = archive.store(callState, measuredResult.checked(), "prompt " + call.tool());
            callState.setSnapshot(openSnapshot);
            View firstView = View.forFirstAnswer(policy.policy(), decision.budget());
            return callState.endShaped(
                    new PageReader(openSnapshot, cursors, call, true, true).answerPrompt(firstView, prompt.messages()));
        } catch (RuntimeException | StackOverflowError failure) {
            GuardedResult fallback = callState.fallBack(measuredResult, failure, UnaryOperator.identity());
            return fallback.receipt().outcome() == OutcomeKind.PASSED
                    ? new GuardedResult(result, fallback.receipt())
                    : new GuardedResult(PromptResult.fromAnswer(fallback.result()), fallback.receipt());
        }
    }
}
