package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.upstream.CallerThread;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import dev.plimsoll.gateway.upstream.http.pool.ConnectionPool;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest;
import dev.plimsoll.gateway.upstream.http.pool.UpstreamResponse;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection to a server over HTTP. Requests run concurrently. Any other message is sent before
 * {@link #send} returns, because later messages may depend on it.
 */
final class HttpConnection implements Upstream {

    private static final Duration POST_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration MAX_DRAIN_TIME = Duration.ofSeconds(1);
    private static final Duration DELETE_TIMEOUT = Duration.ofMillis(500);

    private final HttpUpstream server;
    private final ConnectionPool connectionPool = new ConnectionPool();
    private final PendingRequests<HttpRequestExchange> openRequests = new PendingRequests<>(Integer.MAX_VALUE);
    private final OpenStreams openStreams = new OpenStreams();
    private final HttpSession httpSession;
    private final AtomicBoolean isClosing = new AtomicBoolean();
    private final AtomicBoolean isEnded = new AtomicBoolean();
    private volatile @Nullable UpstreamListener upstreamListener;
    private volatile @Nullable String modernRevision;
    private final StreamActivity activity = new StreamActivity();
    private volatile boolean holdsResponses;
    /** True if the server may send log messages: a log level was requested, or a log message has arrived. */
    private volatile boolean hasLogs;

    HttpConnection(HttpUpstream server) {
        this.server = server;
        this.httpSession = new HttpSession(server, this);
    }

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
    }

    @Override
    public void holdResponses() {
        holdsResponses = true;
    }

    StreamActivity activity() {
        return activity;
    }

    /**
     * Delays the response to a request until the log messages of the call have arrived, which may be sent on
     * the GET stream.
     */
    void holdResponse(Message request, CancelScope cancelScope) {
        if (holdsResponses && hasLogs && ProtocolMethod.isAwaited(request.method())) {
            try {
                activity.awaitQuiet(cancelScope);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // --- sending

    /** Sends a request over HTTP, with the configured headers. Waits for the head of the response. */
    UpstreamResponse send(OutgoingRequest request, CancelScope cancelScope) throws IOException {
        return server.send(request, cancelScope, connectionPool);
    }

    /**
     * Sends a request to a URL other than the server's. Leaves out the configured headers, because they may
     * contain secrets.
     */
    UpstreamResponse sendWithoutConfiguredHeaders(OutgoingRequest request, CancelScope cancelScope) throws IOException {
        return connectionPool.send(request, cancelScope);
    }

    /** Closes TCP connections that have been idle too long. Returns how many idle connections remain. */
    int closeExpired() {
        connectionPool.closeExpired();
        return connectionPool.idleCount();
    }

    /** Closes TCP connections that have been idle for a time. Returns how many it closed. */
    int closeIdle(Duration idleTime) {
        int idleCount = connectionPool.idleCount();
        connectionPool.closeIdle(idleTime);
        return Math.max(0, idleCount - connectionPool.idleCount());
    }

    /**
     * Closes the TCP connections that are not in use, after a response to another request has arrived on one of
     * the connections.
     */
    void onMisdirectedResponse() {
        connectionPool.closeIdle(Duration.ZERO);
    }

    @Override
    public void send(Message message) throws IOException {
        if (isEnded.get()) {
            throw new IOException("the connection has ended");
        }
        Slice id = message.id();
        if (message.isRequest() && id != null) {
            startRequest(message, id);
        } else if (!message.isCancellation()) {
            post(message);
        } else {
            cancel(message);
        }
    }

    private void startRequest(Message request, Slice id) {
        openStreams.cancelExpired();
        String revision = ModernHeaders.revision(request);
        if (revision != null) {
            modernRevision = revision;
        }
        hasLogs |= revision == null && "logging/setLevel".equals(request.method());
        HttpRequestExchange httpRequestExchange =
                new HttpRequestExchange(server, this, httpSession, request, id, revision);
        var _ = openRequests.add(request, httpRequestExchange);
        if (ProtocolMethod.isAwaited(request.method())) {
            CallerThread.runCall(httpRequestExchange);
        } else {
            Thread.startVirtualThread(httpRequestExchange);
        }
    }

    /** Cancels a request: in modern revisions by closing its event stream, in legacy revisions by a message. */
    private void cancel(Message notification) {
        Slice id = notification.cancelledId();
        HttpRequestExchange httpRequestExchange = id == null ? null : openRequests.cancel(id);
        boolean cancelsByClosing = httpRequestExchange == null ? isModern() : httpRequestExchange.isModern();
        if (!cancelsByClosing) {
            post(notification);
        }
        if (httpRequestExchange != null) {
            httpRequestExchange.cancel();
        }
    }

    private boolean isModern() {
        return modernRevision != null && !httpSession.isOpen();
    }

    private void post(Message message) {
        OutgoingRequest request = httpSession.createPost(message.bytes()).setTimeout(POST_TIMEOUT);
        String statedRevision = ModernHeaders.revision(message);
        String revision = statedRevision == null && isModern() ? modernRevision : statedRevision;
        if (revision != null) {
            request = OutgoingRequest.post(server.url(), message.bytes())
                    .addHeaders(ModernHeaders.headers(message, revision, server.toolHeaders()))
                    .setTimeout(POST_TIMEOUT);
        }
        try (UpstreamResponse upstreamResponse = send(request, new CancelScope())) {
            if (upstreamResponse.status() == 404 && httpSession.isOpen()) {
                onSessionLost();
            } else if (!upstreamResponse.isSuccess()) {
                warn("the server refused a message (status " + upstreamResponse.status() + ")");
            } else if ("notifications/initialized".equals(message.method()) && revision == null) {
                httpSession.openGetStream();
            }
        } catch (IOException e) {
            warn("a message did not reach the server: " + HttpErrorMapper.reason(e));
        } catch (RefusedException e) {
            warn("a message did not reach the server: " + e.getMessage());
        }
    }

    // --- receiving

    /** Parses a message or a batch, and passes it to the listener. */
    void forward(Slice bytes) throws IOException {
        for (Message message : parse(bytes).messages()) {
            forward(message);
        }
    }

    /** Parses a message or a batch. Reports a warning if the bytes are neither. */
    ReceivedMessages parse(Slice bytes) {
        ReceivedMessages received = ReceivedMessages.parse(bytes);
        if (received.messages().isEmpty()) {
            warn("skipped an invalid message of " + bytes.length() + " bytes");
        }
        return received;
    }

    void forward(Message message) throws IOException {
        hasLogs |= "notifications/message".equals(message.method());
        UpstreamListener listener = upstreamListener;
        if (listener != null && !isEnded.get()) {
            listener.onMessage(message);
        }
    }

    /** Returns the next event of a stream; null at its end. Events that are too long are reported and skipped. */
    @Nullable Event nextEvent(EventReader events) throws IOException {
        while (true) {
            try {
                return events.next();
            } catch (LineTooLongException e) {
                reportTooLong(e);
            }
        }
    }

    private void reportTooLong(LineTooLongException message) throws IOException {
        UpstreamListener listener = upstreamListener;
        if (listener != null && !isEnded.get()) {
            listener.onMessageTooLong(message, server.maxMessageBytes());
        }
    }

    void reportFailure(Slice id, RefusedException why) {
        UpstreamListener listener = upstreamListener;
        if (listener != null && !isEnded.get()) {
            try {
                listener.onRequestFailed(id, why);
            } catch (IOException e) {
                warn("could not report the failure of a request to the client");
            }
        }
    }

    void warn(String warning) {
        UpstreamListener listener = upstreamListener;
        if (listener != null && !isEnded.get()) {
            listener.onWarning(warning);
        }
    }

    /** Returns the pending request with this ID; null if there is none. */
    @Nullable HttpRequestExchange findOpenRequest(Slice id) {
        return openRequests.find(id);
    }

    /**
     * Registers the event stream of a request that has its response. The stream is cancelled if the server
     * does not end it soon.
     */
    void addOpenStream(CancelScope cancelScope) {
        openStreams.add(cancelScope);
    }

    void onFinished(HttpRequestExchange httpRequestExchange, Slice id, CancelScope cancelScope) {
        var _ = openRequests.remove(id, httpRequestExchange);
        openStreams.remove(cancelScope);
        if (isClosing.get()) {
            synchronized (openRequests) {
                openRequests.notifyAll();
            }
        }
    }

    // --- end

    /** Ends the connection, because the server no longer knows the session. */
    void onSessionLost() {
        end("it no longer knows this session (status 404)");
    }

    void end(String reason) {
        if (isEnded.compareAndSet(false, true)) {
            server.onEnded(this);
            // before the requests are cancelled, so that none of them resumes its event stream
            httpSession.end();
            openRequests.values().forEach(HttpRequestExchange::cancel);
            connectionPool.close();
            UpstreamListener listener = upstreamListener;
            if (listener != null) {
                listener.onClosed(reason);
            }
        }
    }

    /**
     * Closes the connection. Before that, waits for pending responses, up to a second or the configured stop
     * timeout if that is shorter.
     */
    @Override
    public void close() {
        if (isClosing.compareAndSet(false, true) && !isEnded.get()) {
            Duration stopTimeout = server.serverConfig().timeouts().stop();
            try {
                awaitRequests(stopTimeout.compareTo(MAX_DRAIN_TIME) < 0 ? stopTimeout : MAX_DRAIN_TIME);
                httpSession.delete(DELETE_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            end("the connection was closed");
        }
    }

    private void awaitRequests(Duration timeout) throws InterruptedException {
        openRequests.values().forEach(HttpRequestExchange::cancelIfEndless);
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        synchronized (openRequests) {
            long remainingMillis = timeout.toMillis();
            while (!openRequests.isEmpty() && remainingMillis > 0) {
                openRequests.wait(remainingMillis);
                remainingMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
            }
        }
    }
}
