package dev.plimsoll.gateway.proxy;

import dev.plimsoll.GuardedResult;
import dev.plimsoll.Plimsoll;
import dev.plimsoll.ResultReuse;
import dev.plimsoll.ResultReuse.Fresh;
import dev.plimsoll.gateway.cache.CacheFill;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.view.ReadArguments;

/** Puts the result of a call into the cache and gives it to the coalesced calls. */
record CachingListener(CacheFill fill) implements CallListener {

    @Override
    public GuardedResult guard(Plimsoll engine, ToolCall call, RawResult result, ReadArguments readArguments) {
        if (fill.isEnded()) {
            return engine.guard(call, result, readArguments);
        }
        try {
            Fresh fresh = engine.resultReuse().guard(call, result, readArguments, fill.ttl());
            fill.complete(fresh, result.bytes(), ResultReuse.form(call.client()), call.sourceMillis());
            return fresh.guarded();
        } finally {
            fill.fail();
        }
    }

    @Override
    public void onFailure() {
        fill.fail();
    }

    @Override
    public void onCancelled() {
        fill.cancel();
    }

    @Override
    public void onInputRequest() {
        fill.markPersonal();
    }
}
