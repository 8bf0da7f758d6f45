package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A server that can be replaced by a new connection to it. */
final class RestartableServer implements Upstream {

    private final ServerRestart serverRestart;
    private volatile Upstream server;
    private volatile boolean isClosed;
    private volatile @Nullable UpstreamListener upstreamListener;

    RestartableServer(Upstream server, ServerRestart serverRestart) {
        this.server = server;
        this.serverRestart = serverRestart;
    }

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
        server.start(listener);
    }

    @Override
    public void send(Message message) throws IOException {
        server.send(message);
    }

    @Override
    public void holdResponses() {
        server.holdResponses();
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Closes the server, opens it again, and sends a message. Returns false if it cannot be opened again. */
    boolean restart(Message firstMessage) throws IOException {
        server.close();
        Upstream newServer = serverRestart.connect();
        UpstreamListener listener = upstreamListener;
        if (newServer == null || listener == null) {
            return false;
        }
        server = newServer;
        newServer.start(listener);
        if (isClosed) {
            newServer.close();
        } else {
            newServer.send(firstMessage);
        }
        return true;
    }

    @Override
    public void close() {
        isClosed = true;
        server.close();
    }
}
