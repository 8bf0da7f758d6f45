package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Guarded;
import dev.plimsoll.gateway.proxy.Pending.Waiting;
import dev.plimsoll.gateway.proxy.Route.Arrival;
import dev.plimsoll.gateway.proxy.ToolsCall.Guarding;
import dev.plimsoll.json.Pieces;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** The end of a call that has its answer already. */
record Had(Guarding guarding, Guarded guarded) implements Arrival {

    @Override
    public Slice of(Slice nothing) {
        return guarded.result();
    }

    @Override
    public @Nullable Pieces of(RawResult nothing, Waiting waiting, Questions questions) {
        return guarding.offered(guarded, waiting, questions);
    }

    @Override
    public Slice instead(RefusedException why) {
        return guarding.instead(why);
    }
}
