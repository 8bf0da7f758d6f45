package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.RequestAction.Arrival;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import java.util.function.BiFunction;

/**
 * Turns the result of a request that is not a tool call into an answer, and measures its time.
 *
 * @param guarding makes the answer from the call, which has its duration, and the result
 * @param begunNanos when the request was sent
 */
record TimedRequest(
        RelaySession conversation, ToolCall call, BiFunction<ToolCall, Slice, Slice> guarding, long begunNanos)
        implements Arrival {

    TimedRequest(RelaySession session, ToolCall call, BiFunction<ToolCall, Slice, Slice> guard) {
        this(session, call, guard, System.nanoTime());
    }

    @Override
    public Slice of(Slice result) {
        return guarding.apply(call.withSourceMillis((System.nanoTime() - begunNanos) / 1_000_000), result);
    }

    @Override
    public void failed(Slice error) {
        conversation.engine().recordServerError(call, error);
    }
}
