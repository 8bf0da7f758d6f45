package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.function.Consumer;

/** Passes the messages of a server to a relay. When the server closes, all pending requests fail. */
public final class RelayListener implements UpstreamListener {

    private final Relay relay;
    private final Runnable talking;
    private final Consumer<String> ended;
    private volatile boolean begun;

    /**
     * Creates a listener.
     *
     * @param talking runs once, after the first message of the server was passed on
     * @param ended gets the reason when the server has closed
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
