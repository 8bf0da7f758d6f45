package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.Outgoing.Header;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server that is called over HTTP, and what all connections to it share. Safe for use by many threads. */
public final class HttpServer implements AutoCloseable {

    private static final String AUTHORIZATION = "Authorization";
    private static final int MOST_REDIRECTS = 3;

    /** Headers that are the protocol's own. */
    private static final Set<String> RESERVED = Set.of(
            "accept",
            "accept-encoding",
            "connection",
            "content-length",
            "content-type",
            "last-event-id",
            "mcp-session-id",
            "mcp-protocol-version",
            "mcp-method",
            "mcp-name",
            "transfer-encoding",
            "upgrade");

    private final Server server;
    private final int maxMessageBytes;
    private final Log log;
    private final Credentials credentials;
    private final List<Header> headers;
    private final boolean authorized;
    private final Trouble trouble;
    private final ToolHeaders toolHeaders = new ToolHeaders();
    private volatile URI place;
    private volatile boolean old;
    private volatile @Nullable Pool pool;
    private boolean closed;

    public HttpServer(Server server, int maxMessageBytes, Log log) {
        this(server, maxMessageBytes, Credentials.NONE, log);
    }

    public HttpServer(Server server, int maxMessageBytes, Credentials credentials, Log log) {
        URI url = server.url();
        if (url == null) {
            throw new IllegalArgumentException("servers." + server.name() + ": has no url");
        }
        this.server = server;
        this.maxMessageBytes = maxMessageBytes;
        this.credentials = credentials;
        this.log = log;
        this.place = url;
        this.trouble = new Trouble(server.name(), credentials.remedy());
        this.headers = headers(server, url, log);
        this.authorized = headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(AUTHORIZATION));
    }

    private static List<Header> headers(Server server, URI url, Log log) {
        List<Header> headers = new ArrayList<>();
        for (Map.Entry<String, String> header : server.headers().entrySet()) {
            boolean reserved = RESERVED.contains(header.getKey().toLowerCase(Locale.ROOT));
            boolean legal = header.getKey().matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
                    && header.getValue().chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f && c <= 0xff));
            if (reserved || !legal) {
                String why = reserved ? "it is the protocol's own" : "it has characters that no header may have";
                log.say(
                        Level.WARN,
                        "a header is left out",
                        "server",
                        server.name(),
                        "header",
                        header.getKey(),
                        "why",
                        why);
            } else {
                headers.add(new Header(header.getKey(), header.getValue()));
            }
        }
        if (!Address.isLocal(url)) {
            headers.add(new Header("Accept-Encoding", "gzip"));
        }
        return List.copyOf(headers);
    }

    /** For one client: one session of the revisions up to 2025-11-25, any number of later requests. Sends nothing yet. */
    public Upstream connect() {
        return new Connection(this);
    }

    Server server() {
        return server;
    }

    Trouble trouble() {
        return trouble;
    }

    Log log() {
        return log;
    }

    int maxMessageBytes() {
        return maxMessageBytes;
    }

    ToolHeaders toolHeaders() {
        return toolHeaders;
    }

    URI place() {
        return place;
    }

    /** Whether it was found to speak HTTP+SSE of 2024-11-05 and nothing later. */
    boolean isOld() {
        return old;
    }

    void foundOld() {
        old = true;
    }

    /** Whether requests say who calls. */
    boolean saysWhoCalls() {
        return authorized;
    }

    /**
     * Sends a request, follows the server to other places of its own, and waits for the head of the answer, whatever its
     * status.
     */
    Reply send(Outgoing request, Call call) throws IOException {
        request.with(headers);
        String sent = authorized ? null : credentials.authorization();
        Outgoing first = sent == null ? request : request.but(AUTHORIZATION, sent);
        Reply reply = follow(first, call);
        String other = reply.status() == 401 && !authorized ? other(sent, reply) : null;
        if (other == null) {
            return reply;
        }
        reply.close();
        return follow(request.but(AUTHORIZATION, other), call);
    }

    private @Nullable String other(@Nullable String sent, Reply reply) throws IOException {
        boolean good = false;
        try {
            boolean renewed = credentials.refused(sent, reply.headers("WWW-Authenticate"));
            String other = renewed ? credentials.authorization() : null;
            good = true;
            return other;
        } finally {
            if (!good) {
                reply.close();
            }
        }
    }

    /** The same without the headers that are meant for the server: they hold secrets. */
    Reply sendPlainly(Outgoing request, Call call) throws IOException {
        return pool().send(request, call);
    }

    private Reply follow(Outgoing request, Call call) throws IOException {
        Reply reply = pool().send(request, call);
        for (int i = 0; i < MOST_REDIRECTS; i++) {
            URI next = next(request, reply);
            if (next == null) {
                break;
            }
            boolean forEver = reply.status() == 301 || reply.status() == 308;
            if (forEver && request.place().equals(place)) {
                place = next;
            }
            reply.close();
            request.to(next);
            reply = pool().send(request, call);
        }
        return reply;
    }

    private static @Nullable URI next(Outgoing request, Reply reply) {
        int status = reply.status();
        boolean redirect = status == 301 || status == 302 || status == 307 || status == 308;
        String location = redirect ? reply.header("Location") : null;
        return location == null ? null : Address.within(request.place(), location);
    }

    private Pool pool() throws IOException {
        Pool known = pool;
        return known == null ? opened() : known;
    }

    private synchronized Pool opened() throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        Pool known = pool;
        if (known == null) {
            known = new Pool();
            pool = known;
        }
        return known;
    }

    /** Closes what has not been used for long; to be called now and then. */
    public void tend() {
        Pool known = pool;
        if (known != null) {
            known.tend();
        }
    }

    /** Ends all connections that are still open. */
    @Override
    public synchronized void close() {
        closed = true;
        Pool known = pool;
        if (known != null) {
            known.close();
        }
    }
}
