package dev.plimsoll.engine;

import dev.plimsoll.call.Call;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.record.CallFailure;
import dev.plimsoll.engine.record.CallRecorder;
import dev.plimsoll.engine.record.FinishedAnswer;
import dev.plimsoll.engine.record.FinishedCall;
import dev.plimsoll.engine.record.ReceiptDraft;
import dev.plimsoll.engine.record.StoredQueryResolver;
import dev.plimsoll.engine.result.AppPart;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.result.SlimmedResult;
import dev.plimsoll.engine.result.StrippedResult;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.result.AnswerMeta;
import dev.plimsoll.shape.style.FirstViewInput;
import dev.plimsoll.shape.style.ResultParts;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.UsageWarning;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Guard that brings a result within its budget: decides about it, and stores and shapes it if it does not pass. */
record ResultGuard(
        SnapshotRepository snapshots, CursorIssuer cursors, CallRecorder recorder, HeavyWorkRunner heavyWorkRunner) {

    /** Returns the answer for a call. */
    FinishedCall guard(Call call, ReceivedResult result) {
        try {
            return heavyWorkRunner.guard(call, () -> guardNow(call, result));
        } catch (RefusedException busy) {
            return failure(call, ReceiptDraft.of(call)).refuse(busy);
        }
    }

    private FinishedCall guardNow(Call call, ReceivedResult result) {
        ToolPolicy policy = call.policy();
        ReceiptDraft draft = ReceiptDraft.of(call);
        MeasuredResult measured = MeasuredResult.of(result.raw(), call.effectivePolicy(), call.budget());
        if (measured == null) {
            return recorder.passUnmeasured(call, draft, "no result object");
        }
        if (!measured.result().isCompleteFor(call.request().client())) {
            return recorder.passUnmeasured(call, draft, "not a complete result");
        }
        if (call.request().facts().isInner()) {
            Decision pass = new Decision.Pass(call.budget(), "for plimsoll_run or collect");
            return recorder.passInner(call, draft.with(measured, measured, pass));
        }
        if (!call.effectivePolicy().get(Policy.ROLLOUT_MODE).isActive()) {
            boolean isForModel =
                    !call.request().facts().isForProgram() && partOfApp(call, measured, result) != AppPart.ALL;
            return passUnchanged(
                    isForModel ? call : call.withAllowance(null),
                    draft.with(measured, measured, new Decision.Pass(call.budget(), "")),
                    trial -> trial.guardAgain(call, policy.withRolloutMode(RolloutMode.ENFORCE), Rollout.NONE, result));
        }
        AppPart appPart = appPart(call, measured, result);
        if (appPart == AppPart.ALL) {
            return passToApp(call.withAllowance(null), draft, measured, result);
        }
        if (result.isOfTool()
                && call.request().facts().isForProgram()
                && policy.canShape()
                && readArguments(call).isDefault()) {
            return passToProgram(call.withAllowance(null), draft, measured, result);
        }
        Policy errorPolicy =
                measured.result().isError() ? call.effectivePolicy().forErrors() : null;
        if (errorPolicy != null) {
            return guardAgain(call, policy.with(errorPolicy), call.rollout(), result);
        }
        StrippedResult stripped = policy.canShape() ? heavyWorkRunner.strip(call, measured, appPart, result) : null;
        if (readArguments(call).changesSince() != null) {
            return result.isOfTool() && !measured.result().isError()
                    ? guardChanges(call, draft, measured, stripped, result)
                    : guardReplacement(
                            call,
                            call.request().withReadArguments(readArguments(call).withoutChanges()),
                            policy,
                            call.rollout(),
                            result);
        }
        return stripped == null
                ? guardComplete(call, draft, measured, result)
                : guardStripped(call, draft, measured, stripped, result);
    }

    /** Stores the result, and answers with the changes since an earlier result. */
    private FinishedCall guardChanges(
            Call call,
            ReceiptDraft draft,
            MeasuredResult measured,
            @Nullable StrippedResult stripped,
            ReceivedResult result) {
        try {
            ToolCall request = call.request();
            OpenSnapshot earlier = cursors.resolve(
                            snapshots, readArguments(call).changesSince(), request)
                    .openSnapshot();
            OpenSnapshot current =
                    stripped == null ? findOrStore(call, measured, result) : findOrStore(call, stripped, result);
            Slice changeResult = new ChangeAnswers(snapshots, cursors)
                    .result(
                            earlier,
                            current,
                            request,
                            View.forFirstAnswer(call.effectivePolicy(), call.budget()),
                            measured.result().structured() != null);
            Policy policy = call.effectivePolicy()
                    .with(Policy.STRIP, List.of())
                    .with(Policy.STYLE, null)
                    .with(Policy.QUERIES, null);
            return guardReplacement(
                    call,
                    ChangeAnswers.withChangesMark(request),
                    call.policy().with(policy),
                    call.rollout(),
                    ReceivedResult.of(RawResult.of(changeResult)));
        } catch (RefusedException refused) {
            return failure(call, draft).refuse(ChangeAnswers.asArgumentRefusal(refused));
        } catch (RuntimeException | StackOverflowError failure) {
            return failure(call, draft).fallBack(measured, failure, UnaryOperator.identity());
        }
    }

    /** Guards a result in place of the result of the call: begins a new call for it. */
    private FinishedCall guardReplacement(
            Call call, ToolCall request, ToolPolicy policy, Rollout rollout, ReceivedResult result) {
        Slice received = result.raw().bytes();
        return guardNow(recorder.begin(request, call.policies(), policy, rollout, received), result);
    }

    /** Stores the received result, and returns the cursor of its first page. */
    String store(Call call) {
        MeasuredResult measured = Objects.requireNonNull(
                MeasuredResult.of(RawResult.of(call.received()), call.effectivePolicy(), call.budget()));
        OpenSnapshot snapshot = snapshots.store(call, measured.checked(), "");
        return cursorOf(call, ReceiptDraft.of(call), snapshot);
    }

    /** Guards the result for the same call under another policy. */
    private FinishedCall guardAgain(Call call, ToolPolicy policy, Rollout rollout, ReceivedResult result) {
        ToolCall request = call.request().withReadArguments(readArguments(call));
        return guardReplacement(call, request, policy, rollout, result.withoutSnapshot());
    }

    private static ReadArguments readArguments(Call call) {
        return call.request().readArguments().withoutDefaults(call.configuredPolicy());
    }

    private static AppPart appPart(Call call, MeasuredResult measured, ReceivedResult result) {
        return call.policy().canShape() ? partOfApp(call, measured, result) : AppPart.NONE;
    }

    /** Returns the part that the client passes to an app, even if the policy shapes no results. */
    private static AppPart partOfApp(Call call, MeasuredResult measured, ReceivedResult result) {
        return result.isOfTool()
                ? AppPart.of(call.request(), call.effectivePolicy(), measured.result())
                : AppPart.ofResource(measured.result());
    }

    /** Passes the result to an app: all of it, except the members that the policy removes from every result. */
    private FinishedCall passToApp(Call call, ReceiptDraft startDraft, MeasuredResult measured, ReceivedResult result) {
        Budget budget = call.budget();
        StrippedResult stripped = StrippedResult.of(measured, call.effectivePolicy(), budget, AppPart.ALL, true);
        Decision pass = new Decision.Pass(budget, "for an app alone");
        if (stripped == null || stripped.removedMembers() == 0) {
            return recorder.pass(call, startDraft.with(measured, measured, pass), pass.reason());
        }
        ReceiptDraft draft = startDraft.with(measured, stripped.withoutMembers(), pass);
        try {
            OpenSnapshot snapshot = findOrStore(call, stripped, result);
            draft = draft.withSnapshot(snapshot);
            return endStripped(call, draft, stripped, snapshot);
        } catch (RuntimeException failure) {
            // without a snapshot the removed members would be lost, so nothing is removed
            return recorder.pass(call, draft, pass.reason());
        }
    }

    /** Passes the complete result to a program. If a model would get less, the result is stored, and the answer has its cursor. */
    private FinishedCall passToProgram(
            Call call, ReceiptDraft startDraft, MeasuredResult measured, ReceivedResult result) {
        StrippedResult stripped =
                StrippedResult.of(measured, call.effectivePolicy(), call.budget(), AppPart.NONE, true);
        MeasuredResult modelPart = stripped == null ? measured : stripped.modelPart();
        boolean isPassed = decide(call, modelPart, result) instanceof Decision.Pass;
        Decision pass = new Decision.Pass(call.budget(), "for a program");
        ReceiptDraft draft = startDraft.with(measured, stripped == null ? measured : stripped.withoutMembers(), pass);
        if (stripped == null && isPassed) {
            return recorder.pass(call, draft, pass.reason());
        }
        try {
            if (stripped != null) {
                OpenSnapshot snapshot = findOrStore(call, stripped, result);
                return endStripped(call, draft.withSnapshot(snapshot), stripped, snapshot);
            }
            OpenSnapshot snapshot = findOrStore(call, measured, result);
            return recorder.passWithCursor(call, draft.withSnapshot(snapshot), cursorOf(call, draft, snapshot));
        } catch (RuntimeException | StackOverflowError failure) {
            // a program needs the whole result, even without its cursor
            return recorder.pass(call, draft, pass.reason());
        }
    }

    /** Returns the answer for a result of which callers see everything. */
    private FinishedCall guardComplete(
            Call call, ReceiptDraft startDraft, MeasuredResult measured, ReceivedResult result) {
        Decision decision = decide(call, measured, result);
        ReceiptDraft draft = startDraft.with(measured, measured, decision);
        boolean isPassed =
                decision instanceof Decision.Pass && readArguments(call).isDefault();
        if (isPassed && call.effectivePolicy().get(Policy.SLIM) != SlimMode.ALWAYS) {
            return recorder.pass(call, draft, decision.reason());
        }
        try {
            MeasuredResult checked = measured.checked();
            SlimmedResult slimmed = slimmed(call, decision, checked, result);
            if (isPassed && slimmed == null) {
                return recorder.pass(call, draft, decision.reason());
            }
            OpenSnapshot snapshot = findOrStore(call, checked, result);
            draft = draft.withSnapshot(snapshot);
            if (slimmed != null) {
                return recorder.endSlimmed(call, draft, slimmed, slimmedAnswer(call, draft, slimmed, 0));
            }
            draft = draft.asCheckedForRepeats();
            boolean isRepeated = recorder.sessions().recordShapedCall(call.request(), readArguments(call));
            ViewChange change = firstView(call, draft, snapshot);
            draft = isRepeated ? draft.withWarning(UsageWarning.REPEATED) : draft;
            return recorder.endShaped(call, draft, answer(call, snapshot, change, isRepeated));
        } catch (RefusedException refused) {
            return isPassed
                    ? recorder.pass(call, draft, decision.reason())
                    : failure(call, draft).refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return isPassed
                    ? recorder.pass(call, draft, decision.reason())
                    : failure(call, draft).fallBack(measured, failure, UnaryOperator.identity());
        }
    }

    /**
     * Returns the slimmed result if the caller gets it; null if it is too large as well, or if arguments of
     * the call ask for a part of the result.
     */
    private @Nullable SlimmedResult slimmed(
            Call call, Decision decision, MeasuredResult measured, ReceivedResult result) {
        try {
            return readArguments(call).isDefault()
                    ? SlimmedResult.of(measured, call.effectivePolicy(), decision, slim -> decide(call, slim, result))
                    : null;
        } catch (RuntimeException e) {
            // the original can still be shaped
            return null;
        }
    }

    private SegmentedText slimmedAnswer(Call call, ReceiptDraft draft, SlimmedResult slimmed, int removedMembers) {
        OpenSnapshot snapshot = Objects.requireNonNull(draft.snapshot());
        View firstView = View.forFirstAnswer(call.effectivePolicy(), draft.budget());
        Slice page = PageReader.forToolRun(snapshot, cursors, call.request()).pageOfOriginal(firstView);
        return slimmed.withMeta(call.effectivePolicy(), draft.budget(), page, removedMembers);
    }

    private CallFailure failure(Call call, ReceiptDraft draft) {
        return new CallFailure(recorder, call, draft);
    }

    /** Returns the snapshot of the result; stores the result if it has none. */
    private OpenSnapshot findOrStore(Call call, MeasuredResult measured, ReceivedResult result) {
        OpenSnapshot existing = result.findSnapshot(AppPart.NONE);
        return existing != null ? existing : snapshots.store(call, measured.checked(), result.name());
    }

    private OpenSnapshot findOrStore(Call call, StrippedResult stripped, ReceivedResult result) {
        OpenSnapshot existing = result.findSnapshot(stripped.appPart(), stripped.documentNotice());
        return existing != null ? existing : snapshots.store(call, stripped, result.name());
    }

    /**
     * Returns the server's result byte for byte, because the policy does not act on this call.
     *
     * @param shapingGuard creates the answer that the call would get if the policy acted
     */
    FinishedCall passUnchanged(Call call, ReceiptDraft draft, Function<ResultGuard, FinishedCall> shapingGuard) {
        Rollout rollout = call.rollout();
        if (rollout.arm() == Arm.SHADOW) {
            Rollout shadowRollout = rollout.withShadowAnswer(ShadowTrial.run(cursors, heavyWorkRunner, shapingGuard));
            String reason = shadowRollout.shadowAnswer() == null ? "in shadow, but the trial failed" : "in shadow";
            return recorder.passUnchanged(call.withRollout(shadowRollout), draft, reason);
        }
        return recorder.passUnchanged(
                call, draft, rollout.arm() == Arm.CONTROL ? "in the control arm" : "the policy is off");
    }

    private Decision decide(Call call, MeasuredResult measured, ReceivedResult result) {
        if (call.request().facts().collected() != null && call.policy().canShape()) {
            return new Decision.Shape(call.budget(), "collected pages");
        }
        ResultParts parts = result.isOfTool()
                ? ResultParts.of(measured.result(), measured::document)
                : new ResultParts(measured::document, 0);
        return cursors.styles()
                .decide(call.policy(), measured.cost(), parts, call.request().maxTokens());
    }

    /**
     * Returns the answer for a result of which callers see only a part. The size of that part decides whether the result
     * passes. If members were removed, the complete result is always stored.
     */
    private FinishedCall guardStripped(
            Call call,
            ReceiptDraft startDraft,
            MeasuredResult original,
            StrippedResult stripped,
            ReceivedResult result) {
        MeasuredResult modelPart = stripped.modelPart();
        boolean hasDocuments = stripped.hasDocumentTexts();
        Decision decision =
                hasDocuments ? new Decision.Shape(call.budget(), "text of documents") : decide(call, modelPart, result);
        boolean isOnlySplit = stripped.isOnlySplit();
        ReceiptDraft draft = startDraft.with(isOnlySplit ? original : stripped.whole(), stripped.counted(), decision);
        boolean isPassed =
                decision instanceof Decision.Pass && readArguments(call).isDefault();
        SlimmedResult slimmed = hasDocuments ? null : slimmed(call, decision, modelPart, result);
        if (isPassed && isOnlySplit && slimmed == null) {
            return recorder.pass(call, draft, decision.reason());
        }
        OpenSnapshot snapshot;
        try {
            snapshot = findOrStore(call, stripped, result);
        } catch (RuntimeException failure) {
            // without a snapshot the removed members would be lost, so nothing is removed
            if (isPassed && stripped.appPart() == AppPart.NONE) {
                return guardComplete(call, draft, stripped.whole(), result);
            }
            return isPassed
                    ? recorder.pass(call, draft, decision.reason())
                    : failure(call, draft).fallBack(stripped.counted(), failure, stripped::join);
        }
        draft = draft.withSnapshot(snapshot);
        try {
            if (slimmed != null) {
                SegmentedText answer = slimmedAnswer(call, draft, slimmed, stripped.removedMembers());
                return recorder.endSlimmed(call, draft, slimmed, SegmentedText.of(stripped.join(answer.joined())));
            }
            if (isPassed) {
                return endStripped(call, draft, stripped, snapshot);
            }
            draft = draft.asCheckedForRepeats();
            boolean isRepeated = recorder.sessions().recordShapedCall(call.request(), readArguments(call));
            ViewChange change = firstView(call, draft, snapshot);
            draft = isRepeated ? draft.withWarning(UsageWarning.REPEATED) : draft;
            FinishedAnswer answer = answer(call, snapshot, change, isRepeated);
            StoredQueryResolver.of(call.configuredPolicy().policy())
                    .report(call.request(), readArguments(call).query(), recorder);
            if (answer.isComplete() && readArguments(call).mode() == Mode.FULL) {
                return recorder.endShaped(call, draft, answer);
            }
            return answer.isComplete() && !isOnlySplit
                    ? endStripped(call, draft, stripped, snapshot)
                    : recorder.endShaped(call, draft, answer.with(stripped.join(answer.result())));
        } catch (RefusedException refused) {
            return failure(call, draft)
                    .refuse(StoredQueryResolver.of(call.configuredPolicy().policy())
                            .addSuggestion(refused, readArguments(call).query()));
        } catch (RuntimeException | StackOverflowError failure) {
            return failure(call, draft).fallBack(modelPart, failure, stripped::join);
        }
    }

    /** Ends the call with the complete stripped result, which is within the budget. */
    private FinishedCall endStripped(Call call, ReceiptDraft draft, StrippedResult stripped, OpenSnapshot snapshot) {
        String cursor = cursorOf(call, draft, snapshot);
        return recorder.endStripped(
                call, draft, stripped, new AnswerMeta.RemovedMembers(stripped.removedMembers(), cursor));
    }

    /** Returns the cursor of the first page of a result. */
    private String cursorOf(Call call, ReceiptDraft draft, OpenSnapshot snapshot) {
        View firstView = View.forFirstAnswer(call.effectivePolicy(), draft.budget());
        return cursors.cursorEncoder(snapshot, call.request().caller())
                .apply(new PagePosition(firstView, firstView.firstPosition()));
    }

    private ViewChange firstView(Call call, ReceiptDraft draft, OpenSnapshot snapshot) {
        ReadArguments readArguments = readArguments(call);
        FirstViewInput firstViewInput = new FirstViewInput(
                readArguments, call.request().sourceMillis(), snapshot.content().document());
        View firstView = FirstView.of(
                call,
                draft.budget(),
                snapshot.notes().tokens(),
                cursors.styles().of(call.effectivePolicy()),
                firstViewInput);
        return ViewChange.of(
                firstView,
                firstView.firstPosition(),
                readArguments,
                call.configuredPolicy().policy());
    }

    /** Shapes the result and signs its cursors. */
    private FinishedAnswer answer(Call call, OpenSnapshot snapshot, ViewChange change, boolean isRepeated) {
        return heavyWorkRunner.answer(
                call.request(), snapshot, change.view(), () -> answerNow(call, snapshot, change, isRepeated));
    }

    private FinishedAnswer answerNow(Call call, OpenSnapshot snapshot, ViewChange change, boolean isRepeated) {
        ReadArguments readArguments = readArguments(call);
        PageReader pageReader = PageReader.forToolRun(snapshot, cursors, call.request())
                .withAllowance(call.allowance())
                .withJoinedDocuments(new JoinedDocumentReader(snapshots, cursors)
                        .read(change.view(), call.request(), call.policies()));
        String budgetNotice = call.budgetNotice();
        String advice = isRepeated ? pageReader.repeatAdvice(change) : "";
        String separator = advice.isEmpty() || budgetNotice.isEmpty() ? "" : " ";
        FinishedAnswer answer =
                pageReader.answer(change.withLeadSentence(advice + separator + budgetNotice), readArguments);
        snapshots.countPassageIndexes(snapshot);
        heavyWorkRunner.indexLater(call, snapshot, snapshots, cursors);
        return answer;
    }
}
