package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.function.Consumer;

/** Brings a relay what its server says, until the server ends: then all who wait for it are told. */
public final class RelayListener implements UpstreamListener {

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
    public RelayListener(Relay relay, Runnable talking, Consumer<String> ended) {
        this.relay = relay;
        this.talking = talking;
        this.ended = ended;
    }

    @Override
    public void onMessage(Slice message) throws IOException {
        relay.fromUpstream(message);
        begin();
    }

    @Override
    public void onMessage(Message message) throws IOException {
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
    public void onRequestFailed(Slice requestId, RefusedException why) {
        relay.upstreamFailed(requestId, why);
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int most) throws IOException {
        relay.upstreamSentTooMuch(message, most);
    }

    @Override
    public void onWarning(String what) {
        relay.upstreamTroubled(what);
    }

    @Override
    public void onRefused(RefusedException why) {
        relay.upstreamGone(why);
        ended.accept(why.getMessage());
    }

    @Override
    public void onClosed(String how) {
        relay.upstreamGone(how);
        ended.accept(how);
    }
}
