package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.digest.Sha256;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.filter.MessageFilter;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Creates spans for the messages between clients, Plimsoll, and servers. */
public final class TraceSpans implements AutoCloseable {

    private static final int DIGEST_BYTES = 8;

    private final SpanFactory spanFactory;

    public TraceSpans(SpanFactory spanFactory) {
        this.spanFactory = spanFactory;
    }

    /**
     * Wraps a session, so that each request has a span.
     *
     * @param session the session ID; null if requests have no session
     */
    public ServerSession wrap(ServerSession serverSession, String server, @Nullable String session) {
        String sessionDigest = session == null ? null : digest(session);
        return new TracedSession(serverSession, new ServerSpans(spanFactory, server, "tcp", sessionDigest));
    }

    /** Creates the spans for the client of {@code plimsoll run}, which is on standard input and output. */
    public ServerSpans serverSpans(String server) {
        return new ServerSpans(spanFactory, server, "pipe", null);
    }

    /**
     * Creates the filter that creates a span for each request to a server.
     *
     * @param url URL of the server; null if it is a process
     */
    public MessageFilter filter(String server, @Nullable URI url) {
        return new TraceFilter(spanFactory, server, url);
    }

    /** Returns a digest of a session ID, which identifies the session but gives no access to it. */
    private static String digest(String session) {
        return Sha256.hex(session, DIGEST_BYTES);
    }

    @Override
    public void close() {
        spanFactory.close();
    }
}
