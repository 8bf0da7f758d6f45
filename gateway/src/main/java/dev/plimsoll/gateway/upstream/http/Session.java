package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.mirror.HeaderValue;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a connection of the revisions up to 2025-11-25 has agreed on with its server. */
final class Session {

    private static final int LONGEST_ID = 1 << 12;

    private final HttpServer server;
    private final Connection connection;
    private volatile @Nullable String id;
    private volatile @Nullable String revision;
    private volatile @Nullable OldStream old;
    private @Nullable Listening listening;
    private boolean ended;

    Session(HttpServer server, Connection connection) {
        this.server = server;
        this.connection = connection;
    }

    /** Whether the server has given it an id, without which it need not remember anything. */
    boolean hasId() {
        return id != null;
    }

    /** Whether {@code initialize} was answered. */
    boolean isOpen() {
        return revision != null;
    }

    /** What the head of the answer to {@code initialize} says. */
    void begins(@Nullable String sessionId) {
        id = sessionId == null || sessionId.length() > LONGEST_ID ? null : sessionId;
        revision = null;
    }

    /** The answer to {@code initialize}. */
    void agreed(Message answer) {
        String said = ObjectEdit.textIn(answer.result(), "protocolVersion", 64);
        if (said != null) {
            revision = HeaderValue.of(said);
        }
    }

    Outgoing post(Slice bytes) {
        OldStream stream = old;
        return stream == null ? with(Outgoing.post(server.place(), bytes)) : Outgoing.post(stream.endpoint(), bytes);
    }

    /** For a stream of events, after the last one that came; empty for a new stream. */
    Outgoing get(String lastEvent) {
        return with(Outgoing.get(server.place()).with("Accept", Outgoing.EVENTS))
                .with("Last-Event-ID", lastEvent.isEmpty() ? null : lastEvent);
    }

    private Outgoing with(Outgoing request) {
        return request.with("Mcp-Session-Id", id).with("MCP-Protocol-Version", revision);
    }

    /** Opens the stream for what the server says by itself. */
    synchronized void listen() {
        if (!ended && listening == null && old == null) {
            connection.activity().opening();
            listening = new Listening(server, connection, this);
            Thread.startVirtualThread(listening);
        }
    }

    /** Whether what is posted is answered on a stream of its own: HTTP+SSE of 2024-11-05. */
    boolean isOld() {
        return old != null;
    }

    /**
     * Opens such a stream.
     *
     * @return whether the server has one
     */
    boolean open(OldStream stream) throws IOException {
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

    /** Tells the server that the session is over; returns in that time, whatever the server does. */
    void delete(Duration patience) throws InterruptedException {
        if (id == null || old != null) {
            return;
        }
        Call call = new Call();
        Thread.startVirtualThread(() -> {
                    Outgoing delete = with(Outgoing.delete(server.place())).within(patience);
                    try (Reply reply = server.send(delete, call)) {
                        var _ = reply.status();
                    } catch (IOException e) {
                        connection.troubled("the server was not told that the session is over");
                    }
                })
                .join(patience);
        call.cancel();
    }

    synchronized void end() {
        ended = true;
        Listening stream = listening;
        if (stream != null) {
            stream.end();
        }
        OldStream other = old;
        if (other != null) {
            other.end();
        }
    }
}
