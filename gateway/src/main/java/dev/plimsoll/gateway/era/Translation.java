package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.frame.LineTooLongException;
import java.io.IOException;

/**
 * Base class of listeners that translate a server's messages for a client. Warnings and the end of the server are
 * passed unchanged.
 */
abstract class Translation implements UpstreamListener {

    final UpstreamListener client;

    Translation(UpstreamListener client) {
        this.client = client;
    }

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
