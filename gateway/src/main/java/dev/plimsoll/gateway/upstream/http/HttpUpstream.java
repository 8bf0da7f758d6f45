package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.upstream.MessageMemory;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import dev.plimsoll.gateway.upstream.http.pool.ConnectionPool;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest.Header;
import dev.plimsoll.gateway.upstream.http.pool.UpstreamResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A server over HTTP, with everything that its clients' connections share. TCP connections are not shared,
 * because a late or surplus message of the server could otherwise reach another caller. Thread-safe.
 */
public final class HttpUpstream implements AutoCloseable {

    private static final String AUTHORIZATION = "Authorization";
    private static final int MAX_REDIRECTS = 3;

    /**
     * Maximum number of idle TCP connections that are kept for their keep-alive time. The surplus is closed after a
     * short time, because each connection takes 20 KB of memory.
     */
    private static final int MAX_IDLE_CONNECTIONS = 1_000;

    private static final Duration SHORT_IDLE_TIME = Duration.ofSeconds(5);

    private static final String INVALID_HEADER = "it has invalid characters";

    /** Headers of the protocol, which cannot be configured. */
    private static final Set<String> RESERVED_HEADERS = Set.of(
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

    private final ServerConfig serverConfig;
    private final int maxMessageBytes;
    private final Log log;
    private final MessageMemory messageMemory;
    private final UpstreamCredentials upstreamCredentials;
    private final List<Header> headers;
    private final HttpErrorMapper httpErrorMapper;
    private final ToolHeaders toolHeaders = new ToolHeaders();
    private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile URI url;
    private volatile boolean isLegacySse;
    private volatile boolean isClosed;

    public HttpUpstream(ServerConfig serverConfig, int maxMessageBytes, Log log) {
        this(serverConfig, maxMessageBytes, UpstreamCredentials.NONE, log);
    }

    public HttpUpstream(
            ServerConfig serverConfig, int maxMessageBytes, UpstreamCredentials upstreamCredentials, Log log) {
        this(serverConfig, maxMessageBytes, upstreamCredentials, MessageMemory.HEAP, log);
    }

    /** @param messageMemory memory for long responses */
    public HttpUpstream(
            ServerConfig serverConfig,
            int maxMessageBytes,
            UpstreamCredentials upstreamCredentials,
            MessageMemory messageMemory,
            Log log) {
        URI url = serverConfig.url();
        if (url == null) {
            throw new IllegalArgumentException("servers." + serverConfig.name() + ": has no url");
        }
        this.serverConfig = serverConfig;
        this.maxMessageBytes = maxMessageBytes;
        this.upstreamCredentials = upstreamCredentials;
        this.log = log;
        this.messageMemory = messageMemory;
        this.url = url;
        this.httpErrorMapper = new HttpErrorMapper(serverConfig.name(), upstreamCredentials.loginCommand());
        this.headers = createHeaders(serverConfig, url, log);
    }

    /** Returns why a header of this name cannot be sent; null if it can. */
    public static @Nullable String findHeaderProblem(String name) {
        if (RESERVED_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            return "the protocol reserves it";
        }
        return name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+") ? null : INVALID_HEADER;
    }

    private static List<Header> createHeaders(ServerConfig serverConfig, URI url, Log log) {
        List<Header> headers = new ArrayList<>();
        for (Map.Entry<String, String> header : serverConfig.headers().entrySet()) {
            String problem = findHeaderProblem(header.getKey());
            boolean isValid =
                    header.getValue().chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f && c <= 0xff));
            if (problem != null || !isValid) {
                String why = problem == null ? INVALID_HEADER : problem;
                log.log(
                        LogSeverity.WARN,
                        "ignored a configured header",
                        "server",
                        serverConfig.name(),
                        "header",
                        header.getKey(),
                        "why",
                        why);
            } else {
                headers.add(new Header(header.getKey(), header.getValue()));
            }
        }
        if (!ServerAddress.isLocal(url)) {
            headers.add(new Header("Accept-Encoding", "gzip"));
        }
        return List.copyOf(headers);
    }

    /**
     * Creates a connection for one client. It can have one session of a legacy revision, and any number of
     * modern requests. Sends nothing yet.
     */
    public Upstream connect() {
        HttpConnection httpConnection = new HttpConnection(this);
        connections.add(httpConnection);
        return httpConnection;
    }

    void onEnded(HttpConnection httpConnection) {
        connections.remove(httpConnection);
    }

    ServerConfig serverConfig() {
        return serverConfig;
    }

    HttpErrorMapper errorMapper() {
        return httpErrorMapper;
    }

    Log log() {
        return log;
    }

    int maxMessageBytes() {
        return maxMessageBytes;
    }

    MessageMemory messageMemory() {
        return messageMemory;
    }

    ToolHeaders toolHeaders() {
        return toolHeaders;
    }

    URI url() {
        return url;
    }

    /** Returns whether the server only supports the transport HTTP+SSE of 2024-11-05. */
    boolean isLegacySse() {
        return isLegacySse;
    }

    void setLegacySse() {
        isLegacySse = true;
    }

    /** Returns whether an {@code Authorization} header is configured. */
    boolean hasAuthorization() {
        for (Header header : headers) {
            if (header.name().equalsIgnoreCase(AUTHORIZATION)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sends a request, and waits for the head of the response, which may have any status. Follows redirects
     * within the server's origin. After status 401, sends the request once more if new credentials are
     * available.
     */
    UpstreamResponse send(OutgoingRequest request, CancelScope cancelScope, ConnectionPool connectionPool)
            throws IOException {
        if (isClosed) {
            throw new IOException("closed");
        }
        request.addHeaders(headers);
        boolean hasAuthorization = hasAuthorization();
        String authorization = hasAuthorization ? null : upstreamCredentials.authorization();
        OutgoingRequest authorizedRequest =
                authorization == null ? request : request.withHeader(AUTHORIZATION, authorization);
        UpstreamResponse upstreamResponse = sendFollowingRedirects(authorizedRequest, cancelScope, connectionPool);
        String newAuthorization = upstreamResponse.status() == 401 && !hasAuthorization
                ? renewAuthorization(authorization, upstreamResponse)
                : null;
        if (newAuthorization == null) {
            return upstreamResponse;
        }
        upstreamResponse.close();
        return sendFollowingRedirects(request.withHeader(AUTHORIZATION, newAuthorization), cancelScope, connectionPool);
    }

    private @Nullable String renewAuthorization(@Nullable String sent, UpstreamResponse upstreamResponse)
            throws IOException {
        boolean hasSucceeded = false;
        try {
            boolean isRenewed = upstreamCredentials.onUnauthorized(sent, upstreamResponse.headers("WWW-Authenticate"));
            String newAuthorization = isRenewed ? upstreamCredentials.authorization() : null;
            hasSucceeded = true;
            return newAuthorization;
        } finally {
            if (!hasSucceeded) {
                upstreamResponse.close();
            }
        }
    }

    private UpstreamResponse sendFollowingRedirects(
            OutgoingRequest request, CancelScope cancelScope, ConnectionPool connectionPool) throws IOException {
        UpstreamResponse upstreamResponse = connectionPool.send(request, cancelScope);
        for (int i = 0; i < MAX_REDIRECTS; i++) {
            URI target = findRedirectTarget(request, upstreamResponse);
            if (target == null) {
                break;
            }
            boolean isPermanent = upstreamResponse.status() == 301 || upstreamResponse.status() == 308;
            if (isPermanent && request.url().equals(url)) {
                url = target;
            }
            upstreamResponse.close();
            request.setUrl(target);
            upstreamResponse = connectionPool.send(request, cancelScope);
        }
        return upstreamResponse;
    }

    private static @Nullable URI findRedirectTarget(OutgoingRequest request, UpstreamResponse upstreamResponse) {
        int status = upstreamResponse.status();
        boolean isRedirect = status == 301 || status == 302 || status == 307 || status == 308;
        String location = isRedirect ? upstreamResponse.header("Location") : null;
        return location == null ? null : ServerAddress.resolveInOrigin(request.url(), location);
    }

    /** Closes idle connections; must be called regularly. */
    public void runMaintenance() {
        closeIdle(MAX_IDLE_CONNECTIONS, SHORT_IDLE_TIME);
    }

    /**
     * Closes expired connections. While more than the maximum remain idle, also closes those of one client after
     * another that exceed the idle time.
     */
    void closeIdle(int maxIdleCount, Duration idleTime) {
        int idleCount = 0;
        for (HttpConnection connection : connections) {
            idleCount += connection.closeExpired();
        }
        for (HttpConnection connection : connections) {
            if (idleCount <= maxIdleCount) {
                return;
            }
            idleCount -= connection.closeIdle(idleTime);
        }
    }

    /** Ends the event streams and requests of all clients, and closes the connections. */
    @Override
    public void close() {
        isClosed = true;
        List.copyOf(connections).forEach(connection -> connection.end("the gateway is shutting down"));
    }
}
