package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.filter.MessageFilter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Creates spans for the messages between clients, Plimsoll, and servers. */
public final class TraceSpans implements AutoCloseable {

    private static final int DIGEST_BYTES = 8;

    private final SpanFactory spanFactory;

    public TraceSpans(SpanFactory spanFactory) {
        this.spanFactory = spanFactory;
    }

    /**
     * Wraps a session so that each request is a span.
     *
     * @param session null for a connection without a session
     */
    public ServerSession wrap(ServerSession line, String server, @Nullable String session) {
        String shown = session == null ? null : digest(session);
        return new TracedSession(line, new ServerSpans(spanFactory, server, "tcp", shown));
    }

    /** Creates the spans of the one client on standard input. */
    public ServerSpans serverSpans(String server) {
        return new ServerSpans(spanFactory, server, "pipe", null);
    }

    /**
     * Creates the filter that makes each request to a server a span.
     *
     * @param url URL of the server; null for a program
     */
    public MessageFilter filter(String server, @Nullable URI url) {
        return new TraceFilter(spanFactory, server, url);
    }

    /** Returns a digest of a session id: it identifies the session without giving access to it. */
    private static String digest(String session) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(session.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        spanFactory.close();
    }
}
