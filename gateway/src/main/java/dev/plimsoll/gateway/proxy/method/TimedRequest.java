package dev.plimsoll.gateway.proxy.method;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.proxy.request.OpenElicitations;
import dev.plimsoll.gateway.proxy.request.PendingRequest;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction.ResultHandler;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import java.util.function.BiFunction;

/**
 * Handles the result of a request that is not a tool call: measures the duration of the request, and guards
 * the result.
 *
 * @param guard creates the outcome from the call, with its duration, and from the result
 * @param startNanos when the request was sent
 */
record TimedRequest(RelaySession session, ToolCall call, BiFunction<ToolCall, Slice, Outcome> guard, long startNanos)
        implements ResultHandler {

    TimedRequest(RelaySession session, ToolCall call, BiFunction<ToolCall, Slice, Outcome> guard) {
        this(session, call, guard, System.nanoTime());
    }

    @Override
    public Slice answer(Slice result) {
        return guard(result).result();
    }

    @Override
    public SegmentedText answer(RawResult result, PendingRequest pending, OpenElicitations openElicitations) {
        Outcome outcome = guard(result.bytes());
        pending.requester().onReceipt(outcome.receipt());
        return outcome.pieces();
    }

    private Outcome guard(Slice result) {
        return guard.apply(call.withSourceMillis((System.nanoTime() - startNanos) / 1_000_000), result);
    }

    @Override
    public Outcome onError(Slice error) {
        return session.engine().recordServerError(call, error);
    }
}
