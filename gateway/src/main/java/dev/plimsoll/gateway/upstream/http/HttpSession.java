package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.mirror.HeaderValue;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Session of a connection with the revisions up to 2025-11-25. */
final class HttpSession {

    private static final int LONGEST_ID = 1 << 12;

    private final HttpUpstream server;
    private final HttpConnection httpConnection;
    private volatile @Nullable String id;
    private volatile @Nullable String revision;
    private volatile @Nullable LegacySseStream old;
    private @Nullable GetStream getStream;
    private boolean ended;

    HttpSession(HttpUpstream server, HttpConnection httpConnection) {
        this.server = server;
        this.httpConnection = httpConnection;
    }

    /** Returns whether the server has assigned a session id. */
    boolean hasId() {
        return id != null;
    }

    /** Returns whether {@code initialize} was answered. */
    boolean isOpen() {
        return revision != null;
    }

    /** Starts the session with the id in the response to {@code initialize}, or without one. */
    void begins(@Nullable String sessionId) {
        id = sessionId == null || sessionId.length() > LONGEST_ID ? null : sessionId;
        revision = null;
    }

    /** Sets the revision from the response to {@code initialize}. */
    void agreed(Message answer) {
        String negotiated = ObjectEdit.textIn(answer.result(), "protocolVersion", 64);
        if (negotiated != null) {
            revision = HeaderValue.of(negotiated);
        }
    }

    OutgoingRequest post(Slice bytes) {
        LegacySseStream stream = old;
        return stream == null
                ? with(OutgoingRequest.post(server.place(), bytes))
                : OutgoingRequest.post(stream.endpoint(), bytes);
    }

    /** Creates a request for an event stream after the given event; empty for a new stream. */
    OutgoingRequest get(String lastEvent) {
        return with(OutgoingRequest.get(server.place()).with("Accept", OutgoingRequest.EVENTS))
                .with("Last-Event-ID", lastEvent.isEmpty() ? null : lastEvent);
    }

    private OutgoingRequest with(OutgoingRequest request) {
        return request.with("Mcp-Session-Id", id).with("MCP-Protocol-Version", revision);
    }

    /** Opens the stream for messages that the server sends on its own. */
    synchronized void listen() {
        if (!ended && getStream == null && old == null) {
            httpConnection.activity().opening();
            getStream = new GetStream(server, httpConnection, this);
            Thread.startVirtualThread(getStream);
        }
    }

    /** Returns whether responses arrive on a separate stream: HTTP+SSE of 2024-11-05. */
    boolean isOld() {
        return old != null;
    }

    /**
     * Opens such a stream.
     *
     * @return whether the server has one
     */
    boolean open(LegacySseStream stream) throws IOException {
        if (!stream.open()) {
            return false;
        }
        synchronized (this) {
            if (ended) {
                stream.end();
                throw new IOException("ended");
            }
            old = stream;
        }
        stream.begin();
        return true;
    }

    /** Deletes the session on the server. Returns within the timeout in any case. */
    void delete(Duration timeout) throws InterruptedException {
        if (id == null || old != null) {
            return;
        }
        CancelScope cancelScope = new CancelScope();
        Thread.startVirtualThread(() -> {
                    OutgoingRequest delete =
                            with(OutgoingRequest.delete(server.place())).within(timeout);
                    try (HttpReply httpReply = server.send(delete, cancelScope)) {
                        var _ = httpReply.status();
                    } catch (IOException e) {
                        httpConnection.troubled("could not delete the session on the server");
                    }
                })
                .join(timeout);
        cancelScope.cancel();
    }

    synchronized void end() {
        ended = true;
        GetStream stream = getStream;
        if (stream != null) {
            stream.end();
        }
        LegacySseStream other = old;
        if (other != null) {
            other.end();
        }
    }
}
