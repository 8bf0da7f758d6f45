package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.headers.HeaderValue;
import dev.plimsoll.gateway.headers.McpHeaders;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest;
import dev.plimsoll.gateway.upstream.http.pool.UpstreamResponse;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Session of a connection, in legacy revisions: its ID, its revision, and its event streams. */
final class HttpSession {

    private static final int MAX_ID_LENGTH = 1 << 12;

    private final HttpUpstream server;
    private final HttpConnection httpConnection;
    private volatile @Nullable String id;
    private volatile @Nullable String revision;
    private volatile @Nullable LegacySseStream legacyStream;
    private @Nullable GetStream getStream;
    private boolean hasEnded;

    HttpSession(HttpUpstream server, HttpConnection httpConnection) {
        this.server = server;
        this.httpConnection = httpConnection;
    }

    /** Returns whether the server has assigned a session ID. */
    boolean hasId() {
        return id != null;
    }

    /** Returns whether {@code initialize} was answered. */
    boolean isOpen() {
        return revision != null;
    }

    /** Starts the session with the ID in the response to {@code initialize}; null if the server has assigned none. */
    void start(@Nullable String sessionId) {
        id = sessionId == null || sessionId.length() > MAX_ID_LENGTH ? null : sessionId;
        revision = null;
    }

    /** Sets the revision from the response to {@code initialize}. */
    void readRevision(Message response) {
        String negotiated = ObjectEdit.textIn(response.result(), "protocolVersion", 64);
        if (negotiated != null) {
            revision = HeaderValue.encode(negotiated);
        }
    }

    OutgoingRequest createPost(Slice bytes) {
        LegacySseStream stream = legacyStream;
        return stream == null
                ? withSessionHeaders(OutgoingRequest.post(server.url(), bytes))
                : OutgoingRequest.post(stream.endpoint(), bytes);
    }

    /**
     * Creates a request for an event stream.
     *
     * @param lastEvent ID of the last event that was received, after which the stream resumes; empty for a
     *     new stream
     */
    OutgoingRequest createGet(String lastEvent) {
        return withSessionHeaders(OutgoingRequest.get(server.url()).addHeader("Accept", OutgoingRequest.EVENT_STREAM))
                .addHeader("Last-Event-ID", lastEvent.isEmpty() ? null : lastEvent);
    }

    private OutgoingRequest withSessionHeaders(OutgoingRequest request) {
        return request.addHeader(McpHeaders.SESSION, id).addHeader(McpHeaders.REVISION, revision);
    }

    /** Opens the stream for messages that the server sends outside of requests. */
    synchronized void openGetStream() {
        if (!hasEnded && getStream == null && legacyStream == null) {
            httpConnection.activity().onOpening();
            getStream = new GetStream(server, httpConnection, this);
            Thread.startVirtualThread(getStream);
        }
    }

    /**
     * Returns whether all messages of the server arrive on one separate stream: the transport HTTP+SSE of
     * 2024-11-05.
     */
    boolean isLegacySse() {
        return legacyStream != null;
    }

    /**
     * Opens the stream of HTTP+SSE.
     *
     * @return false if the server does not use this transport
     */
    boolean openLegacyStream(LegacySseStream stream) throws IOException {
        if (!stream.open()) {
            return false;
        }
        synchronized (this) {
            if (hasEnded) {
                stream.cancel();
                throw new IOException("ended");
            }
            legacyStream = stream;
        }
        stream.startReading();
        return true;
    }

    /** Deletes the session on the server. Returns after the timeout even if the server does not respond. */
    void delete(Duration timeout) throws InterruptedException {
        if (id == null || legacyStream != null) {
            return;
        }
        CancelScope cancelScope = new CancelScope();
        Thread.startVirtualThread(() -> {
                    OutgoingRequest delete = withSessionHeaders(OutgoingRequest.delete(server.url()))
                            .setTimeout(timeout);
                    try (UpstreamResponse upstreamResponse = httpConnection.send(delete, cancelScope)) {
                        var _ = upstreamResponse.status();
                    } catch (IOException e) {
                        httpConnection.warn("could not delete the session on the server");
                    }
                })
                .join(timeout);
        cancelScope.cancel();
    }

    synchronized void end() {
        hasEnded = true;
        GetStream stream = getStream;
        if (stream != null) {
            stream.cancel();
        }
        LegacySseStream sseStream = legacyStream;
        if (sseStream != null) {
            sseStream.cancel();
        }
    }
}
