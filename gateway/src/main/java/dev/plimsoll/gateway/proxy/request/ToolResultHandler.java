package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.call.ElicitationRequest;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.paging.CollectPlan;
import dev.plimsoll.gateway.proxy.request.RequestAction.ResultHandler;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Turns the result of a tool call into an answer.
 *
 * @param startNanos when the call was sent; answers of style {@code cursor} show its duration
 * @param listener the listener of the call
 * @param collect further pages to join to the result; null for none
 */
public record ToolResultHandler(
        RelaySession session,
        ToolCall call,
        long startNanos,
        CallListener listener,
        @Nullable CollectPlan collect) implements ResultHandler {

    public ToolResultHandler(RelaySession session, ToolCall call) {
        this(session, call, System.nanoTime(), CallListener.NO_OP, null);
    }

    /** Returns a copy with another listener. The duration of the call counts from now. */
    public ToolResultHandler withListener(CallListener callListener) {
        return new ToolResultHandler(session, call, System.nanoTime(), callListener, collect);
    }

    public ToolResultHandler withCollect(@Nullable CollectPlan plan) {
        return new ToolResultHandler(session, call, startNanos, listener, plan);
    }

    /** Returns a copy that handles the joined result of a changed call, and joins no more pages. */
    public ToolResultHandler withCall(ToolCall other) {
        return new ToolResultHandler(session, other, startNanos, listener, null);
    }

    @Override
    public Slice answer(Slice result) {
        return guard(RawResult.of(result)).result();
    }

    @Override
    public @Nullable SegmentedText answer(RawResult result, PendingRequest pending, OpenElicitations openElicitations) {
        return answerOrAsk(guard(result), pending, openElicitations);
    }

    /** Returns the answer; null if the user is asked first and the call is answered later. */
    public @Nullable SegmentedText answerOrAsk(
            Outcome outcome, PendingRequest pending, OpenElicitations openElicitations) {
        pending.requester().onReceipt(outcome.receipt());
        ElicitationRequest elicitationRequest = outcome.elicitation();
        if (elicitationRequest == null) {
            return outcome.pieces();
        }
        if (call.client().isModern()) {
            return SegmentedText.of(Elicitation.writeInputRequired(elicitationRequest));
        }
        boolean isUserAsked = openElicitations.askUser(
                pending, Elicitation.toParams(elicitationRequest), elicitationRequest.timeout(), response -> {
                    Outcome narrowed = narrow(elicitationRequest, response, outcome);
                    pending.requester().onReceipt(narrowed.receipt());
                    return narrowed.result();
                });
        return isUserAsked ? null : outcome.pieces();
    }

    /**
     * Returns the answer that the user has narrowed; the original answer if the user did not accept, or
     * if the narrowed one could not be created.
     */
    private Outcome narrow(ElicitationRequest elicitationRequest, @Nullable Slice response, Outcome originalAnswer) {
        if (!Elicitation.action(response).equals("accept")) {
            return originalAnswer;
        }
        Outcome narrowed = session.engine().answerElicitation(call, elicitationRequest.state(), response);
        return narrowed instanceof Outcome.Read ? narrowed : originalAnswer;
    }

    /**
     * Returns a copy that does not ask the user. It handles the result of a task: this result belongs to a later
     * request, not to the call that started the task.
     */
    private ToolResultHandler withoutElicitation() {
        return new ToolResultHandler(
                session, call.withClient(call.client().withElicitation(false)), startNanos, listener, collect);
    }

    public Outcome guard(RawResult result) {
        long millis = (System.nanoTime() - startNanos) / 1_000_000;
        ToolCall callWithTime = session.update(call).withSourceMillis(millis);
        VocabularyPreload.onResult(
                result.bytes().length(), session.engine().policies().base().get(Policy.ESTIMATOR));
        if (collect == null && call.facts().collected() == null) {
            session.observe(callWithTime, result.bytes());
        }
        Outcome outcome = listener.guard(session.engine(), callWithTime, result);
        // a result that starts a task is never changed, so only an unchanged result can start one
        String taskId = outcome.pieces().isSameRange(result.bytes()) ? TaskTable.findStartedTask(result.bytes()) : null;
        if (taskId != null) {
            session.tasks().add(taskId, withoutElicitation());
        }
        return outcome;
    }

    @Override
    public Outcome onError(Slice error) {
        listener.onFailure();
        return session.engine().recordServerError(call, error);
    }

    @Override
    public void onCancelled() {
        listener.onCancelled();
    }

    @Override
    public void onInputRequest() {
        listener.onInputRequest();
    }

    @Override
    public Outcome failureOutcome(RefusedException why) {
        listener.onFailure();
        return session.engine().refuse(call, why);
    }
}
