package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.function.Consumer;

/** Brings a relay what its server says, until the server ends: then all who wait for it are told. */
public final class Hearing implements Hearer {

    private final Relay relay;
    private final Runnable talking;
    private final Consumer<String> ended;
    private volatile boolean begun;

    /**
     * A hearing.
     *
     * @param talking run once what the server says first has been passed on
     * @param ended told in the end how the server ended
     */
    public Hearing(Relay relay, Runnable talking, Consumer<String> ended) {
        this.relay = relay;
        this.talking = talking;
        this.ended = ended;
    }

    @Override
    public void heard(Slice message) throws IOException {
        relay.fromUpstream(message);
        begin();
    }

    @Override
    public void heard(Message message) throws IOException {
        relay.fromUpstream(message);
        begin();
    }

    private void begin() {
        if (!begun) {
            begun = true;
            talking.run();
        }
    }

    @Override
    public void failed(Slice requestId, RefusedException why) {
        relay.upstreamFailed(requestId, why);
    }

    @Override
    public void lost(LineTooLongException message, int most) throws IOException {
        relay.upstreamSentTooMuch(message, most);
    }

    @Override
    public void troubled(String what) {
        relay.upstreamTroubled(what);
    }

    @Override
    public void denied(RefusedException why) {
        relay.upstreamGone(why);
        ended.accept(why.getMessage());
    }

    @Override
    public void ended(String how) {
        relay.upstreamGone(how);
        ended.accept(how);
    }
}
