package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.policy.Policy;

/**
 * Drops the stored results of a server when one of its tools may change something: before the call begins, and again before its
 * end is reported, because results that were read during the call may be older than the change.
 */
record InvalidatingListener(ResponseCache cache, String server, Policy policy) implements CallListener {

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
