package dev.plimsoll.engine;

import dev.plimsoll.call.Call;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.engine.record.CallFailure;
import dev.plimsoll.engine.record.CallRecorder;
import dev.plimsoll.engine.record.FinishedCall;
import dev.plimsoll.engine.record.ReceiptDraft;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.model.PromptResult;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.shape.style.ResultParts;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.View;
import java.util.function.UnaryOperator;

/**
 * Guard of results of {@code prompts/get}: a result within the budget keeps its bytes; in a larger one, long
 * messages are cut.
 */
record PromptGuard(SnapshotRepository snapshots, CursorIssuer cursors, CallRecorder recorder) {

    Outcome guard(Call call) {
        return guardPrompt(call).outcome();
    }

    private FinishedCall guardPrompt(Call call) {
        ToolPolicy policy = call.policy();
        ReceiptDraft draft = ReceiptDraft.of(call);
        PromptResult prompt = PromptResult.parse(call.received());
        MeasuredResult measured =
                prompt == null ? null : MeasuredResult.of(prompt.toolResult(), call.effectivePolicy(), call.budget());
        if (prompt == null
                || measured == null
                || !measured.result().isCompleteFor(call.request().client())) {
            return recorder.passUnmeasured(call, draft, "not a prompts/get result");
        }
        if (!call.effectivePolicy().get(Policy.ROLLOUT_MODE).isActive()) {
            ToolPolicy enforced = policy.withRolloutMode(RolloutMode.ENFORCE);
            return new ResultGuard(snapshots, cursors, recorder, HeavyWorkRunner.INLINE)
                    .passUnchanged(
                            call,
                            draft.with(measured, measured, new Decision.Pass(call.budget(), "")),
                            trial -> new PromptGuard(trial.snapshots(), trial.cursors(), trial.recorder())
                                    .guardAgain(call, enforced));
        }
        ResultParts parts = new ResultParts(measured::document, 0);
        Decision decision = cursors.styles()
                .decide(policy, measured.cost(), parts, call.request().maxTokens());
        draft = draft.with(measured, measured, decision);
        boolean isWithinLimits = decision.budget()
                        .allows(measured.cost().tokens(), measured.cost().bytes())
                && measured.cost().binaryBytes() <= call.effectivePolicy().binaryLimit(false)
                && measured.cost().imageBytes() <= call.effectivePolicy().binaryLimit(true);
        if (decision instanceof Decision.Pass || isWithinLimits) {
            return recorder.passUnchanged(call, draft, decision.reason());
        }
        try {
            String name = "prompt " + call.request().tool();
            OpenSnapshot snapshot = snapshots.store(call, measured.checked(), name);
            draft = draft.withSnapshot(snapshot);
            View firstView = View.forFirstAnswer(call.effectivePolicy(), decision.budget());
            PageReader pageReader = PageReader.forToolRun(snapshot, cursors, call.request());
            return recorder.endShaped(call, draft, pageReader.answerPrompt(firstView, prompt.messages()));
        } catch (RuntimeException | StackOverflowError failure) {
            return new CallFailure(recorder, call, draft)
                    .fallBack(measured, failure, UnaryOperator.identity())
                    .converted(call.received(), PromptResult::fromAnswer);
        }
    }

    private FinishedCall guardAgain(Call call, ToolPolicy policy) {
        return guardPrompt(recorder.begin(call.request(), call.policies(), policy, Rollout.NONE, call.received()));
    }
}
