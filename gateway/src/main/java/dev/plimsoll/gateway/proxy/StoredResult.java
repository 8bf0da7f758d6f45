package dev.plimsoll.gateway.proxy;

import dev.plimsoll.GuardedResult;
import dev.plimsoll.gateway.proxy.PendingRequests.Waiting;
import dev.plimsoll.gateway.proxy.RequestAction.Arrival;
import dev.plimsoll.gateway.proxy.ToolsCall.Guarding;
import dev.plimsoll.json.SegmentedText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Answers a call with a result that is available already. */
record StoredResult(Guarding guarding, GuardedResult guarded) implements Arrival {

    @Override
    public Slice of(Slice nothing) {
        return guarded.result();
    }

    @Override
    public @Nullable SegmentedText of(RawResult nothing, Waiting pending, OpenElicitations openElicitations) {
        return guarding.offered(guarded, pending, openElicitations);
    }

    @Override
    public Slice instead(RefusedException why) {
        return guarding.instead(why);
    }
}
