package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes the messages of a server to a relay. When the server closes, all pending requests fail. */
public final class RelayListener implements UpstreamListener {

    private final Relay relay;
    private final Consumer<String> onServerClosed;
    private volatile @Nullable RefusedException lastFailure;

    /**
     * Creates a listener.
     *
     * @param onServerClosed receives the reason when the server has closed
     */
    public RelayListener(Relay relay, Consumer<String> onServerClosed) {
        this.relay = relay;
        this.onServerClosed = onServerClosed;
    }

    @Override
    public void onMessage(Message message) throws IOException {
        relay.onServerMessage(message);
    }

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why) {
        lastFailure = why;
        relay.onRequestFailed(requestId, why);
    }

    @Override
    public void onRequestRefused(Slice requestId, RefusedException why) {
        relay.onRequestRefused(requestId, why);
    }

    /** Returns the reason of the last failed request; null if no request has failed. */
    public @Nullable RefusedException lastFailure() {
        return lastFailure;
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes) throws IOException {
        relay.onServerMessageTooLong(message, maxBytes);
    }

    @Override
    public void onWarning(String warning) {
        relay.onServerWarning(warning);
    }

    @Override
    public void onRefused(RefusedException why) {
        relay.onServerClosed(() -> why);
        onServerClosed.accept(why.getMessage());
    }

    @Override
    public void onClosed(String reason) {
        relay.onServerClosed(reason);
        onServerClosed.accept(reason);
    }
}
