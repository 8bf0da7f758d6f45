package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/**
 * Base class of listeners that translate a server's messages for a client. Invalid messages, warnings, and the end of
 * the server are passed unchanged.
 */
abstract class Translation implements UpstreamListener {

    final UpstreamListener client;

    Translation(UpstreamListener client) {
        this.client = client;
    }

    @Override
    public final void onMessage(Slice bytes) throws IOException {
        Message message = Message.parse(bytes);
        if (message == null) {
            client.onMessage(bytes);
        } else {
            onMessage(message);
        }
    }

    /** Translates a parsed message. The default method of {@link UpstreamListener} would call this class again. */
    @Override
    public abstract void onMessage(Message message) throws IOException;

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes) throws IOException {
        client.onMessageTooLong(message, maxBytes);
    }

    @Override
    public void onWarning(String warning) {
        client.onWarning(warning);
    }

    @Override
    public void onClosed(String reason) {
        client.onClosed(reason);
    }
}
