package dev.plimsoll.gateway.proxy;

import dev.plimsoll.GuardedResult;
import dev.plimsoll.Plimsoll;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.view.ReadArguments;

/**
 * A call that may change something: what is stored of its server is dropped before it begins, and again before anybody hears
 * that it has ended, for what was read meanwhile may be older than that.
 */
record InvalidatingListener(ResponseCache cache, String server, Policy policy) implements CallListener {

    InvalidatingListener begun() {
        over();
        return this;
    }

    private void over() {
        cache.writes(server, policy);
    }

    @Override
    public GuardedResult answered(Plimsoll engine, ToolCall call, RawResult result, ReadArguments asked) {
        over();
        return engine.guard(call, result, asked);
    }

    @Override
    public void failed() {
        over();
    }

    @Override
    public void abandoned() {
        over();
    }
}
