package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.Opened;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.PromptResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.View;
import java.util.function.UnaryOperator;

/** Guards results of {@code prompts/get}: they keep their bytes within the budget, else long messages are cut. */
record PromptGuard(SnapshotArchive archive, CursorIssuer cursors, CallRecorder recorder) {

    GuardedResult guard(ToolCall call, RolloutAssignment rolloutAssignment, Slice result) {
        CallState callState = recorder.begin(call, rolloutAssignment, result).throwing();
        ToolPolicy policy =
                new ToolPolicy(callState.policy(), rolloutAssignment.policy().named());
        PromptResult prompt = PromptResult.of(result);
        MeasuredResult measuredResult = prompt == null
                ? null
                : MeasuredResult.of(
                        prompt.asTool(), policy.policy(), policy.policy().budget(call.maxTokens()));
        if (prompt == null || measuredResult == null || !measuredResult.result().completeFor(call.client())) {
            return callState.untouched("no result of getting a prompt");
        }
        if (!policy.policy().get(Policy.ROLLOUT_MODE).acts()) {
            callState.costs(
                    measuredResult,
                    measuredResult,
                    new Decision.Pass(policy.policy().budget(call.maxTokens()), ""));
            RolloutAssignment acting = new RolloutAssignment(policy.in(RolloutMode.ENFORCE), Rollout.NONE);
            return new ResultGuard(archive, cursors, recorder)
                    .unchanged(
                            callState,
                            aside -> new PromptGuard(aside.archive(), aside.cursors(), aside.recorder())
                                    .guard(call, acting, result));
        }
        Decision decision = policy.decide(measuredResult.cost(), measuredResult::document, call.maxTokens());
        callState.costs(measuredResult, measuredResult, decision);
        boolean fits = decision.budget()
                        .holds(
                                measuredResult.cost().tokens(),
                                measuredResult.cost().bytes())
                && measuredResult.cost().binary() <= policy.policy().get(Policy.BINARY_BYTES);
        if (decision instanceof Decision.Pass || fits) {
            return callState.unchanged(decision.why());
        }
        try {
            Opened opened = archive.keep(callState, measuredResult.checked(), "prompt " + call.tool());
            callState.keeps(opened);
            View opening = View.opening(policy.policy(), decision.budget());
            return callState.shaped(
                    new PageReader(opened, cursors, call, true, true).prompt(opening, prompt.messages()));
        } catch (RuntimeException | StackOverflowError failure) {
            GuardedResult fallen = callState.fallback(measuredResult, failure, UnaryOperator.identity());
            return fallen.receipt().outcome() == OutcomeKind.PASSED
                    ? new GuardedResult(result, fallen.receipt())
                    : new GuardedResult(PromptResult.ofText(fallen.result()), fallen.receipt());
        }
    }
}
