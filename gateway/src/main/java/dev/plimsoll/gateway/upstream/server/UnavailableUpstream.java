package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Upstream of a server that could not be opened. It closes when it is started. Snapshots of the server can still be
 * read.
 */
record UnavailableUpstream(String reason, @Nullable RefusedException refusal) implements Upstream {

    /** Creates an upstream that reports this failure. */
    static UnavailableUpstream from(IOException e) {
        String reason = String.valueOf(e.getMessage());
        return new UnavailableUpstream(reason, e instanceof UpstreamException refused ? refused.refusal() : null);
    }

    @Override
    public void start(UpstreamListener upstreamListener) {
        RefusedException refused = refusal;
        if (refused == null) {
            upstreamListener.onClosed(reason);
        } else {
            upstreamListener.onRefused(refused);
        }
    }

    @Override
    public void send(Message message) throws IOException {
        throw new IOException(reason);
    }

    @Override
    public void close() {
        // nothing is open
    }
}
