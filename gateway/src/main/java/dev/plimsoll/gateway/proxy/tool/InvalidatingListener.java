package dev.plimsoll.gateway.proxy.tool;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.proxy.request.CallListener;
import dev.plimsoll.policy.Policy;

/**
 * Drops the cached results of a server when a call of one of its tools may change something. This happens
 * before the call, and again at its end, because results that were cached during the call may show the state
 * before the change.
 */
record InvalidatingListener(ResponseCache cache, String server, Policy policy) implements CallListener {

    /** Drops the results before the call, and returns this listener. */
    InvalidatingListener begin() {
        invalidate();
        return this;
    }

    private void invalidate() {
        cache.dropForWrite(server, policy);
    }

    @Override
    public Outcome guard(Plimsoll engine, ToolCall call, RawResult result) {
        invalidate();
        return engine.guard(call, result);
    }

    @Override
    public void onFailure() {
        invalidate();
    }

    @Override
    public void onCancelled() {
        invalidate();
    }
}
