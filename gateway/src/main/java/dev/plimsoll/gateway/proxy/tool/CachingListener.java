package dev.plimsoll.gateway.proxy.tool;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.ResultReuse;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ReusableOutcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.cache.CacheFill;
import dev.plimsoll.gateway.proxy.request.CallListener;

/** Puts the result of a call into the response cache, and passes it to the coalesced calls. */
record CachingListener(CacheFill fill) implements CallListener {

    @Override
    public Outcome guard(Plimsoll engine, ToolCall call, RawResult result) {
        if (fill.isEnded()) {
            return engine.guard(call, result);
        }
        try {
            ReusableOutcome outcome = engine.resultReuse().guard(call, result, fill.ttl());
            fill.complete(outcome, result.bytes(), ResultReuse.form(call.client()), call.sourceMillis());
            return outcome.outcome();
        } finally {
            // only has an effect if an exception prevented complete()
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
