package dev.plimsoll.gateway.filter;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A connection to a server whose messages pass through filters. Messages can be sent from several threads. */
public final class FilterChain implements Upstream {

    private final Upstream server;
    private final List<MessageFilter> filters;
    private final FilterLink[] links;
    private final Peer first;
    private final AtomicBoolean closed = new AtomicBoolean();

    private FilterChain(Upstream server, List<MessageFilter> filters) {
        this.server = server;
        this.filters = filters;
        this.links = new FilterLink[filters.size()];
        Peer next = server;
        for (int i = links.length - 1; i >= 0; i--) {
            links[i] = new FilterLink(filters.get(i), next, server);
            next = links[i].entry();
        }
        this.first = next;
    }

    /**
     * Returns the connection through these filters.
     *
     * @param filters the filters from the client to the server, each used nowhere else
     */
    public static Upstream of(Upstream server, List<MessageFilter> filters) {
        return filters.isEmpty() ? server : new FilterChain(server, List.copyOf(filters));
    }

    @Override
    public void start(UpstreamListener client) {
        UpstreamListener listener = client;
        for (FilterLink link : links) {
            link.start(listener);
            listener = link.listener();
        }
        server.start(listener);
    }

    @Override
    public void send(Message message) throws IOException {
        first.send(message);
    }

    @Override
    public void holdResponses() {
        server.holdResponses();
    }

    @Override
    public void close() {
        boolean isFirst = closed.compareAndSet(false, true);
        try {
            for (MessageFilter filter : filters) {
                filter.beforeClose();
            }
            server.close();
        } finally {
            if (isFirst) {
                for (MessageFilter filter : filters) {
                    filter.afterClose();
                }
            }
        }
    }
}
