package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** Stands before a client and changes what the server says; what is no message, and how the server fares, goes on as it is. */
abstract class Translation implements UpstreamListener {

    final UpstreamListener client;

    Translation(UpstreamListener client) {
        this.client = client;
    }

    @Override
    public final void onMessage(Slice bytes) throws IOException {
        Message message = Message.of(bytes);
        if (message == null) {
            client.onMessage(bytes);
        } else {
            onMessage(message);
        }
    }

    /** What the server says, read; {@link UpstreamListener}'s own way for it would lead back here. */
    @Override
    public abstract void onMessage(Message message) throws IOException;

    @Override
    public void onMessageTooLong(LineTooLongException message, int most) throws IOException {
        client.onMessageTooLong(message, most);
    }

    @Override
    public void onWarning(String what) {
        client.onWarning(what);
    }

    @Override
    public void onClosed(String how) {
        client.onClosed(how);
    }
}
