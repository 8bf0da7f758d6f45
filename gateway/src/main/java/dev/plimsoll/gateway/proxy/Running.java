package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Guarded;
import dev.plimsoll.Plimsoll;
import dev.plimsoll.Recall;
import dev.plimsoll.Recall.Fresh;
import dev.plimsoll.gateway.cache.Run;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.view.ReadArguments;

/** A call whose result others get as well. */
record Running(Run run) implements Course {

    @Override
    public Guarded answered(Plimsoll engine, ToolCall call, RawResult result, ReadArguments asked) {
        if (run.isOver()) {
            return engine.guard(call, result, asked);
        }
        try {
            Fresh fresh = engine.recall().guard(call, result, asked, run.ttl());
            run.answered(fresh, result.bytes(), Recall.form(call.client()), call.sourceMillis());
            return fresh.guarded();
        } finally {
            run.failed();
        }
    }

    @Override
    public void failed() {
        run.failed();
    }

    @Override
    public void abandoned() {
        run.cancelled();
    }

    @Override
    public void asks() {
        run.personal();
    }
}
