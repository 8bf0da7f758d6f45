package dev.plimsoll.gateway.filter;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Connects a filter with its neighbors in the chain. Thread-safe. */
public final class FilterLink {

    private final MessageFilter filter;
    private final Peer server;
    private final Upstream connection;
    private volatile @Nullable UpstreamListener client;

    /**
     * @param server the next filter toward the server, or the server
     * @param connection the connection below all filters
     */
    FilterLink(MessageFilter filter, Peer server, Upstream connection) {
        this.filter = filter;
        this.server = server;
        this.connection = connection;
    }

    void start(UpstreamListener listener) {
        client = listener;
        filter.start(this);
    }

    /** Returns the receiver of messages on their way to the server: the next filter, or the server. */
    public Peer server() {
        return server;
    }

    /**
     * Returns the receiver of messages on their way to the client: the previous filter, or the client.
     *
     * @throws IllegalStateException before the chain has started
     */
    public UpstreamListener client() {
        UpstreamListener listener = client;
        if (listener == null) {
            throw new IllegalStateException("the chain has not started");
        }
        return listener;
    }

    /**
     * Sends a message to the server. If the server is closed, its reader notices that and fails all pending requests.
     */
    public void sendToServer(Message message) {
        try {
            server.send(message);
        } catch (IOException e) {
            // reported by the reader
        }
    }

    /** Sends a message to the client, unless it has disconnected. */
    public void sendToClient(Message message) {
        try {
            client().onMessage(message);
        } catch (IOException e) {
            // nobody waits for the message
        }
    }

    /** Ends a request of the client with an error, unless the client has disconnected. */
    public void failRequest(Slice clientId, RefusedException why) {
        try {
            client().onRequestFailed(clientId, why);
        } catch (IOException e) {
            // nobody waits for the response
        }
    }

    /** Closes the connection to the server. */
    public void closeServer() {
        connection.close();
    }

    /** Returns the peer to which the previous filter, or the client, sends its messages. */
    Peer entry() {
        return new Entry(filter, this);
    }

    /** Returns the listener to which the next filter, or the server, reports. */
    UpstreamListener listener() {
        return new ServerListener(filter, this);
    }

    /** Passes messages of the client to the filter. */
    private record Entry(MessageFilter filter, FilterLink link) implements Peer {

        @Override
        public void send(Message message) throws IOException {
            filter.onClientMessage(message, link);
        }
    }

    /** Passes messages and events of the server to the filter. */
    private record ServerListener(MessageFilter filter, FilterLink link) implements UpstreamListener {

        @Override
        public void onMessage(Message message) throws IOException {
            filter.onServerMessage(message, link);
        }

        @Override
        public void onRequestFailed(Slice requestId, RefusedException why) throws IOException {
            filter.onRequestFailed(requestId, why, link);
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) throws IOException {
            filter.onMessageTooLong(message, maxBytes, link);
        }

        @Override
        public void onWarning(String warning) {
            filter.onWarning(warning, link);
        }

        @Override
        public void onRefused(RefusedException why) {
            filter.onRefused(why, link);
        }

        @Override
        public void onClosed(String reason) {
            filter.onClosed(reason, link);
        }
    }
}
