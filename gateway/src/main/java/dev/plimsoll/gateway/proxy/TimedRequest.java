package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.RequestAction.Arrival;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import java.util.function.BiFunction;

/**
 * The end of a request that is no call of a tool.
 *
 * @param guarding makes of the call, with the time that it took, and its result what the client gets
 * @param begunNanos when it was sent on
 */
record TimedRequest(RelaySession conversation, ToolCall call, BiFunction<ToolCall, Slice, Slice> guarding, long begunNanos)
        implements Arrival {

    TimedRequest(RelaySession conversation, ToolCall call, BiFunction<ToolCall, Slice, Slice> guarding) {
        this(conversation, call, guarding, System.nanoTime());
    }

    @Override
    public Slice of(Slice result) {
        return guarding.apply(call.withSourceMillis((System.nanoTime() - begunNanos) / 1_000_000), result);
    }

    @Override
    public void failed(Slice error) {
        conversation.engine().failed(call, error);
    }
}
