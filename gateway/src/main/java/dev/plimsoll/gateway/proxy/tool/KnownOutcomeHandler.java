package dev.plimsoll.gateway.proxy.tool;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.gateway.proxy.request.OpenElicitations;
import dev.plimsoll.gateway.proxy.request.PendingRequest;
import dev.plimsoll.gateway.proxy.request.RequestAction.ResultHandler;
import dev.plimsoll.gateway.proxy.request.ToolResultHandler;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Answers a call whose outcome is already known. */
record KnownOutcomeHandler(ToolResultHandler resultHandler, Outcome outcome) implements ResultHandler {

    @Override
    public Slice answer(Slice ignored) {
        return outcome.result();
    }

    @Override
    public @Nullable SegmentedText answer(
            RawResult ignored, PendingRequest pending, OpenElicitations openElicitations) {
        return resultHandler.answerOrAsk(outcome, pending, openElicitations);
    }

    @Override
    public @Nullable Outcome failureOutcome(RefusedException why) {
        return resultHandler.failureOutcome(why);
    }
}
